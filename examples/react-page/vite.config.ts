import holonomic from 'holonomic/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [holonomic()], build: { target: 'es2022' } });
