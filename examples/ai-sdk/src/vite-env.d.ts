interface ImportMetaEnv {
  readonly VITE_TABLETALK_URL?: string
  readonly VITE_TABLETALK_KEY?: string
  readonly VITE_TABLETALK_TENANT?: string
  readonly VITE_TABLETALK_SCOPE?: string
}
