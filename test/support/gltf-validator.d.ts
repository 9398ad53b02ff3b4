declare module 'gltf-validator' {
  export function validateBytes(
    data: Uint8Array,
    options?: { readonly maxIssues?: number },
  ): Promise<{
    readonly issues: { readonly numErrors: number; readonly numWarnings: number; readonly messages: readonly object[] };
  }>;
}
