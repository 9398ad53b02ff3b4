import { render } from 'preact';
import { App } from './app.js';
import { openAddress, openFirst } from './opening.js';
import { workshop } from './workshop.js';

const host = document.getElementById('app')!; // index.html has it
host.textContent = '';
render(<App />, host);
void openFirst();
window.addEventListener('hashchange', () => {
  void openAddress();
});

// For tests of the page, which read what it shows.
Object.assign(window, { workshop });
