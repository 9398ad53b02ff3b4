declare module 'mathjs/lib/browser/math.js' {
  import type { MathJsInstance } from 'mathjs';
  const bundle: MathJsInstance;
  export default bundle;
}
