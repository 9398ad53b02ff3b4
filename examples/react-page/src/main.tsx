import { StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Bead } from './bead.js';
import './style.css';

function Page(): ReactNode {
  const [height, setHeight] = useState(0.3);
  const [isShown, setShown] = useState(true);
  return (
    <main>
      <h1>A bead on a wave</h1>
      {isShown && <Bead height={height} />}
      <label>
        Height {height.toFixed(2)} m
        <input
          type="range"
          min="-0.5"
          max="0.5"
          step="0.05"
          value={height}
          onChange={({ target }) => {
            setHeight(target.valueAsNumber);
          }}
        />
      </label>
      <button
        onClick={() => {
          setShown(!isShown);
        }}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </main>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
