/** The paying customer. */
export interface Organization {
  readonly id: number
  readonly name: string
  readonly plan: 'free' | 'starter' | 'professional' | 'business' | 'enterprise'
  readonly branding: Branding
}

/** Colours, logos and widget theme for custom UIs (specification, section Branding; snake_case as on the wire). */
export interface Branding {
  readonly colors: {
    readonly primary: string
    readonly secondary: string
    readonly accent: string
    readonly text_primary: string
    readonly text_secondary: string
  }
  readonly logo_url: string
  readonly logo_dark_url: string
  readonly widget_theme: {
    readonly position: string
    readonly greeting_message: string
    readonly placeholder_text: string
    readonly header_color: string
  }
  readonly hide_service_branding: boolean
}
