/** Advice for operators about turns that end with a problem, by name; the empty name is for a run that ended without one. */
export const advice: Readonly<Record<string, string>> = {
  '': 'Die Ausführung wurde von außen beendet, oder kein Worker hat sie abgeschlossen: Öffnen Sie die Ausführung.',
  busy: 'Es wird mehr gefragt, als die Worker schaffen: Starten Sie einen weiteren, oder suchen Sie nach einer Datenbank, deren Abfragen lange dauern.',
  configuration_invalid:
    'Die Einstellungen der Datenbank passen nicht zusammen: Öffnen Sie die Datenbank und speichern Sie ihre Einstellungen erneut.',
  database_connect_timeout:
    'Die Datenbank hat nicht rechtzeitig geantwortet: Ist sie überlastet, oder verwirft eine Firewall die Verbindung?',
  database_login_failed:
    'Die Datenbank hat Benutzer oder Passwort abgelehnt: Geben Sie in ihren Einstellungen eine Adresse an, die stimmt.',
  database_not_found: 'Die Datenbank wurde nach der Frage getrennt: Es ist nichts zu tun.',
  database_too_large:
    'Die Datenbank hat mehr Tabellen, als gelesen werden: Verbergen Sie in ihrer Richtlinie die, nach denen niemand fragt.',
  database_unreachable:
    'Unter der Adresse der Datenbank antwortet nichts: Läuft sie, und darf dieser Rechner sich mit ihr verbinden?',
  internal: 'Im Dienst ist etwas defekt: Suchen Sie im Protokoll des Workers nach der Kennung der Frage.',
  model_failed: 'Das Sprachmodell gab nichts Brauchbares: Wenn das oft geschieht, wählen Sie ein anderes.',
  model_unavailable:
    'Der Anbieter des Sprachmodells antwortet nicht oder lehnt den Schlüssel ab: Sehen Sie auf seine Statusseite, und prüfen Sie den Schlüssel.',
  monthly_tokens_reached:
    'Die Organisation hat ihre Token des Monats verbraucht: Erhöhen Sie tokens_per_month, oder warten Sie auf den nächsten Monat.',
  query_failed:
    'Die Datenbank hat die Abfrage abgelehnt: Öffnen Sie die Ausführung für ihren Text; bei Wiederholung hilft eine geprüfte Abfrage.',
  query_refused:
    'Die Schutzprüfung hat die Abfrage abgelehnt: Wenn die Frage berechtigt ist, prüfen Sie, ob die Richtlinie eine Spalte verbirgt, die sie braucht.',
  query_timeout:
    'Die Abfrage dauerte zu lange: Vielleicht fehlt der Datenbank ein Index, oder ihr Zeitlimit ist knapp.',
  question_quota_reached:
    'Die Organisation hat ihre Fragen des Zeitraums verbraucht: Erhöhen Sie questions_per_month, oder warten Sie auf den nächsten.',
  running_limit_reached:
    'Bei der Organisation liefen so viele Fragen gleichzeitig, wie erlaubt sind: Erhöhen Sie concurrent_requests, wenn das oft geschieht.',
  schema_unreadable: 'Die Tabellen der Datenbank lassen sich nicht lesen: Darf ihr Benutzer den Katalog lesen?',
  store_unavailable: 'Der Speicher hat nicht geantwortet: Sehen Sie nach MongoDB.',
  tenant_busy: 'Ein Mandant fragte mehr gleichzeitig, als er darf: Es ist nichts zu tun, wenn das nicht oft geschieht.',
  transaction_failed: 'Die Datenbank konnte keine Transaktion zum Lesen ausführen: Sehen Sie in ihr eigenes Protokoll.',
  turn_timeout:
    'Die Frage dauerte länger, als sie darf: Öffnen Sie die Ausführung, um zu sehen, welcher Schritt so lange brauchte.',
  turn_tokens_reached:
    'Die Frage hat alle Token verbraucht, die eine haben darf: Erhöhen Sie TABLETALK_TURN_TOKENS, wenn das oft geschieht.',
  worker_unavailable: 'Kein Worker hat die Frage übernommen: Prüfen Sie, ob Worker laufen und Temporal erreichen.',
}

/** Why a credential is rejected, by problem name. */
export const refusals: Readonly<Record<string, string>> = {
  token_expired:
    'Dieser Zugangsschlüssel ist abgelaufen. Lassen Sie sich einen neuen geben („tabletalk operator new“).',
  token_invalid:
    'Dieser Zugangsschlüssel gilt hier nicht oder wurde widerrufen. Lassen Sie sich einen neuen geben („tabletalk operator new“).',
}
