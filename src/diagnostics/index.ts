export { CODES, type DiagnosticCode } from './codes.js';
export { quote, type Diagnostic, type SourcePlace, type Span } from './diagnostic.js';
export { formatDiagnostic, formatDiagnostics, frameOf, type FormatOptions } from './format.js';
export { diagnosticsIn } from './internal-fault.js';
export { kindOf, thrownText } from './kind-of.js';
export { nearest, suggestion } from './nearest.js';
export { diagnosticsOf, SpecError } from './spec-error.js';
export { printWarnings } from './print-warnings.js';
