const notLoggedIn = 'Sie sind nicht angemeldet. Melden Sie sich an und versuchen Sie es dann erneut.'
const loginEnded = 'Ihre Anmeldung ist abgelaufen. Melden Sie sich erneut an.'

/** German texts of all problems that can occur on a page, by stable name. */
export const problems: Readonly<Record<string, string>> = {
  credentials_missing: notLoggedIn,
  token_missing: notLoggedIn,
  token_invalid: loginEnded,
  token_expired: loginEnded,
  refresh_token_invalid: loginEnded,
  refresh_token_expired: loginEnded,
  scope_missing: 'Geben Sie zuerst einen Bereich an.',
  tenant_missing: 'Diese Datenbank verlangt einen Mandanten. Geben Sie ihn an und fragen Sie dann erneut.',
  tenant_invalid: 'Diese Angabe passt nicht zu den Mandanten der Datenbank. Berichtigen Sie sie und fragen Sie erneut.',
  tenant_not_expected: 'Diese Datenbank hat keine Mandanten. Beginnen Sie eine neue Unterhaltung ohne Mandanten.',
  role_not_permitted: 'Ihre Rolle umfasst das nicht. Ein Inhaber Ihrer Organisation kann es tun.',
  origin_not_permitted:
    'Diese Anfrage ist von dieser Adresse aus nicht erlaubt. Öffnen Sie das Portal unter seiner eigenen Adresse.',
  sharing_off: 'Ihre Organisation erlaubt keine geteilten Links. Ein Inhaber oder Administrator kann sie einschalten.',
  organization_suspended: 'Ihre Organisation ist gesperrt. Wenden Sie sich an den Betreiber dieses Dienstes.',
  organization_inactive: 'Ihre Organisation ist nicht aktiv. Wenden Sie sich an den Betreiber dieses Dienstes.',
  organization_not_found: 'Diese Organisation gibt es nicht mehr.',
  plan_feature_required: 'Der Tarif Ihrer Organisation umfasst das nicht. Ein Inhaber kann einen höheren wählen.',
  subscription_canceled: 'Der Vertrag Ihrer Organisation ist beendet. Ein Inhaber kann ihn erneuern.',
  subscription_past_due: 'Eine Zahlung Ihrer Organisation steht aus. Danach werden Fragen wieder beantwortet.',
  subscription_required: 'Ihre Organisation hat noch keinen Vertrag. Ein Inhaber kann einen abschließen.',
  login_invalid:
    'E-Mail-Adresse oder Passwort ist falsch. Wenn Sie mehreren Organisationen angehören, geben Sie die Nummer der gemeinten an.',
  login_delayed: 'Zu viele Fehlversuche. Warten Sie etwas und versuchen Sie es dann erneut.',
  mails_delayed:
    'Es wurden bereits mehrere E-Mails gesendet. Sehen Sie im Posteingang und im Spam-Ordner nach, oder warten Sie etwas.',
  email_not_verified: 'Ihre E-Mail-Adresse ist noch nicht bestätigt. Folgen Sie dem Link in der E-Mail an Sie.',
  email_invalid: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  email_taken: 'Jemand in Ihrer Organisation verwendet diese E-Mail-Adresse bereits.',
  password_invalid:
    'Wählen Sie ein Passwort mit 8 bis 256 Zeichen, das nur wenige verwenden und das nicht Ihre E-Mail-Adresse ist.',
  second_factor_missing: 'Geben Sie einen Code Ihrer Authentifizierungs-App oder einen Wiederherstellungscode ein.',
  second_factor_invalid: 'Dieser Code ist ungültig oder wurde schon verwendet. Warten Sie auf den nächsten.',
  second_factor_on: 'Ein zweiter Faktor ist bereits eingeschaltet. Laden Sie die Seite neu.',
  second_factor_off: 'Diese Einrichtung gilt nicht mehr. Laden Sie die Seite neu und beginnen Sie von vorn.',
  account_suspended: 'Ihr Konto ist gesperrt. Ein Inhaber oder Administrator Ihrer Organisation kann es freigeben.',
  page_not_permitted:
    'Diese Seite ist nicht unter einer Adresse des Dienstes geöffnet. Öffnen Sie das Portal unter seiner eigenen Adresse.',
  mailed_token_invalid: 'Dieser Link wurde schon verwendet oder ist abgelaufen. Fordern Sie eine neue E-Mail an.',
  user_changed: 'Dieses Konto wurde gleichzeitig geändert. Versuchen Sie es erneut.',
  user_not_found: 'Diese Person gehört nicht mehr zu Ihrer Organisation.',
  last_owner: 'Das ist der einzige Inhaber. Machen Sie zuerst eine andere Person zum Inhaber.',
  owner_not_suspendable: 'Ein Inhaber lässt sich nicht sperren. Geben Sie der Person zuerst eine andere Rolle.',
  invitation_over:
    'Diese Einladung ist schon angenommen. Wer das Passwort vergessen hat, fordert bei der Anmeldung ein neues an.',
  provider_link_off:
    'Dieses Konto ist keinem beim Anmeldedienst zugeordnet. Das geschieht bei der nächsten Anmeldung dort.',
  users_full: 'Ihre Organisation hat so viele Konten, wie sie haben darf. Wenden Sie sich an einen Inhaber.',
  sso_not_configured:
    'Diese Organisation hat keinen Anmeldedienst. Prüfen Sie ihre Nummer, oder verwenden Sie ein Passwort.',
  sso_not_enabled: 'Der Anmeldedienst dieser Organisation ist ausgeschaltet. Ein Inhaber kann ihn einschalten.',
  sso_required: 'Ihre Organisation verlangt die Anmeldung über ihren Anmeldedienst statt mit einem Passwort.',
  sso_configuration_error:
    'Der Anmeldedienst ist nicht richtig eingerichtet. Ein Inhaber Ihrer Organisation muss das berichtigen.',
  sso_provider_unavailable: 'Der Anmeldedienst antwortet nicht. Versuchen Sie es etwas später erneut.',
  sso_invalid_token:
    'Der Anmeldedienst hat diese Anmeldung nicht bestätigt, oder sie wurde schon verwendet. Versuchen Sie es erneut.',
  sso_token_expired: 'Diese Anmeldung hat zu lange gedauert. Versuchen Sie es erneut.',
  sso_missing_claims:
    'Der Anmeldedienst hat nicht alle nötigen Angaben gesendet. Sagen Sie es einem Inhaber Ihrer Organisation.',
  sso_domain_not_allowed:
    'E-Mail-Adressen Ihrer Domain sind hier nicht zugelassen. Wenden Sie sich an einen Inhaber Ihrer Organisation.',
  sso_user_not_provisioned:
    'Sie haben kein Konto in dieser Organisation. Ein Inhaber oder Administrator kann Sie hinzufügen.',
  plan_limit_reached: 'Der Tarif Ihrer Organisation erlaubt im Augenblick keine weiteren Anfragen.',
  monthly_limit_reached: 'Ihre Organisation hat alle Anfragen dieses Monats verbraucht.',
  question_quota_reached:
    'Ihre Organisation hat alle Fragen ihres Abrechnungszeitraums gestellt. Ein Inhaber kann einen höheren Tarif wählen.',
  question_quota_reserved:
    'Die letzten Fragen Ihres Abrechnungszeitraums werden gerade beantwortet. Versuchen Sie es gleich erneut.',
  turn_tokens_reached:
    'Diese Frage ist zu umfangreich für das Sprachmodell. Fragen Sie nach weniger, oder beginnen Sie eine neue Unterhaltung.',
  monthly_tokens_reached: 'Ihre Organisation hat ihren Anteil am Sprachmodell in diesem Monat verbraucht.',
  conversation_limit_reached: 'Zu viele Fragen: Möglich sind 30 in der Minute und 200 in der Stunde.',
  refusal_limit_reached: 'Zu viele Anfragen wurden abgelehnt. Warten Sie etwas und versuchen Sie es dann erneut.',
  open_limit_reached: 'Zu viele Anfragen. Warten Sie etwas und versuchen Sie es dann erneut.',
  running_limit_reached:
    'Es werden so viele Fragen gleichzeitig beantwortet, wie Ihr Tarif erlaubt. Versuchen Sie es gleich erneut.',
  export_limit_reached:
    'Es werden bereits drei Exporte Ihrer Organisation erstellt. Versuchen Sie es nach einem davon erneut.',
  shares_full:
    'Es gibt so viele geteilte Links, wie es geben darf. Widerrufen Sie einen, der nicht mehr gebraucht wird.',
  tenant_busy: 'Für Sie werden gerade zu viele Fragen beantwortet. Versuchen Sie es gleich erneut.',
  payment_failed: 'Der Zahlungsdienst hat das nicht getan. Es wurde nichts geändert; versuchen Sie es gleich erneut.',
  payments_manual: 'Tarife lassen sich hier nicht kaufen. Wenden Sie sich an den Betreiber dieses Dienstes.',
  subscription_exists: 'Ihre Organisation hat schon einen Vertrag. Laden Sie die Seite neu, um ihn zu ändern.',
  customer_missing: 'Ihre Organisation hat noch nichts gekauft. Wählen Sie zuerst einen Tarif.',
  input_invalid: 'Eine Angabe ist ungültig. Prüfen Sie sie und versuchen Sie es erneut.',
  field_missing: 'Eine nötige Angabe fehlt.',
  body_too_large: 'Die Frage ist zu lang. Kürzen Sie sie.',
  api_key_not_found: 'Diesen Schlüssel gibt es nicht mehr.',
  api_key_revoked: 'Dieser Schlüssel ist widerrufen und bleibt es. Erstellen Sie einen neuen.',
  api_key_name_taken: 'Ein anderer Schlüssel Ihrer Organisation hat diese Bezeichnung. Wählen Sie eine andere.',
  duplicate_entry: 'Das gibt es bereits.',
  state_invalid: 'Das ist im Augenblick nicht möglich.',
  database_mismatch: 'Diese Unterhaltung gehört zu einer anderen Datenbank. Beginnen Sie eine neue.',
  route_not_found: 'Unter dieser Adresse gibt es nichts.',
  conversation_not_found: 'Diese Unterhaltung gibt es nicht, oder Sie dürfen sie nicht sehen.',
  database_not_found: 'Diese Datenbank gibt es nicht, oder Sie dürfen sie nicht befragen.',
  message_not_found: 'Diese Nachricht gibt es nicht mehr.',
  chart_not_found: 'Zu dieser Antwort gibt es kein Diagramm.',
  evaluation_not_found: 'Diese Auswertung gibt es nicht mehr.',
  evaluation_running:
    'In dieser Organisation läuft schon eine Auswertung. Warten Sie, bis sie beendet ist, oder halten Sie sie an.',
  job_not_found: 'Diesen Auftrag gibt es nicht mehr. Beginnen Sie ihn erneut.',
  oauth_request_not_found:
    'Diese Anfrage einer App ist abgelaufen oder schon beantwortet. Beginnen Sie in der App noch einmal.',
  oauth_grant_not_found: 'Diese App ist nicht mehr verbunden.',
  share_not_found: 'Diesen geteilten Link gibt es nicht.',
  personality_not_found: 'Diese Persönlichkeit gibt es nicht mehr.',
  pattern_not_found: 'Diese geprüfte Abfrage gibt es nicht mehr.',
  proposal_not_found: 'Diesen Vorschlag gibt es nicht mehr.',
  pattern_refused: 'Die Schutzprüfung lehnt diese Abfrage ab.',
  patterns_full:
    'Diese Datenbank hat so viele geprüfte Abfragen, wie sie haben darf. Entfernen Sie eine, die nicht mehr gebraucht wird.',
  attack_limit_reached:
    'In Ihrer Organisation laufen schon zwei Angriffe. Versuchen Sie es erneut, wenn einer fertig ist.',
  webhook_not_found: 'Diesen Webhook gibt es nicht mehr.',
  webhooks_full:
    'Ihre Organisation hat so viele Webhooks, wie sie haben darf: 20. Entfernen Sie einen, der nicht mehr gebraucht wird.',
  webhook_tries_busy: 'Es werden gerade zu viele Webhooks getestet. Versuchen Sie es in zehn Sekunden erneut.',
  turn_not_found: 'Diese Frage gibt es nicht mehr.',
  idempotency_mismatch: 'Diese Frage wurde schon in anderer Form gesendet. Fragen Sie erneut.',
  turn_running: 'Diese Frage wird bereits beantwortet.',
  request_running: 'Diese Frage wird bereits beantwortet. Versuchen Sie es gleich erneut.',
  turn_cancelled: 'Die Frage wurde angehalten.',
  turn_timeout:
    'Die Antwort dauerte zu lange und wurde abgebrochen. Fragen Sie nach weniger, etwa nach einem kürzeren Zeitraum.',
  query_timeout:
    'Die Abfrage dauerte zu lange und wurde abgebrochen. Fragen Sie nach weniger, etwa nach einem kürzeren Zeitraum.',
  query_failed: 'Die Datenbank konnte die Abfrage nicht ausführen. Stellen Sie die Frage anders.',
  query_refused: 'Diese Frage lässt sich mit dem, was Sie sehen dürfen, nicht beantworten. Stellen Sie sie anders.',
  database_unreachable: 'Die Datenbank ist im Augenblick nicht erreichbar.',
  database_login_failed:
    'Die Datenbank lehnt Benutzer oder Passwort ihrer Verbindung ab. Ein Administrator muss das berichtigen.',
  database_connect_timeout: 'Die Datenbank hat nicht rechtzeitig geantwortet.',
  transaction_failed: 'Die Datenbank hat die Abfrage vorzeitig beendet. Versuchen Sie es erneut.',
  schema_unreadable:
    'Die Datenbank gibt nicht preis, welche Tabellen es gibt. Ein Administrator muss die Rechte prüfen.',
  model_unavailable: 'Das Sprachmodell ist im Augenblick nicht erreichbar. Versuchen Sie es gleich erneut.',
  model_failed: 'Das Sprachmodell hat keine brauchbare Antwort gegeben. Versuchen Sie es erneut.',
  worker_unavailable: 'Im Augenblick können keine Fragen beantwortet werden. Versuchen Sie es gleich erneut.',
  busy: 'Die Datenbank ist ausgelastet. Versuchen Sie es gleich erneut.',
  chart_unavailable: 'Das Diagramm konnte nicht rechtzeitig gezeichnet werden. Versuchen Sie es gleich erneut.',
  store_unavailable: 'Der Dienst ist im Augenblick nicht verfügbar. Versuchen Sie es gleich erneut.',
  configuration_invalid: 'Der Dienst ist nicht richtig eingerichtet. Der Betreiber muss die Einstellungen prüfen.',
  internal: 'Auf unserer Seite ist etwas schiefgegangen.',
}
