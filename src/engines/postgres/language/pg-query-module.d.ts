/** The WASM module below the package's API, which would keep a trapped instance forever. */
declare module 'libpg-query/wasm/libpg-query.js' {
  export interface PgQueryModule {
    readonly HEAPU8: Uint8Array
    _malloc(bytes: number): number
    _free(pointer: number): void
    _wasm_parse_query_raw(text: number): number
    _wasm_free_parse_result(result: number): void
    UTF8ToString(pointer: number): string
    getValue(pointer: number, type: 'i32'): number
  }
  const createModule: () => Promise<PgQueryModule>
  export default createModule
}
