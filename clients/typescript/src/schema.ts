/** Written by generate.ts from openapi.json: change the service, and write it again. */

export interface paths {
  "/api/v1/chat/message": {
    /**
     * Ask a question, or append a message
     * @description A body with `message` asks; one with `role` and `content` appends a message to a conversation and asks nothing.
     */
    post: operations["postChatMessage"];
  };
  "/api/v1/chat/conversations": {
    /**
     * Conversations of the scope, latest first
     * @description What was asked without `X-Scope-Id` is filed under the scope `default`.
     */
    get: operations["getChatConversations"];
  };
  "/api/v1/chat/history": {
    /** Messages of one conversation, or all of the scope, newest first */
    get: operations["getChatHistory"];
  };
  "/api/v1/chat/turns/{turn_id}/cancel": {
    /**
     * Stop a turn
     * @description Stops it down to its statement in the database. A turn that has ended stays as it is.
     */
    post: operations["postChatTurnsByTurnIdCancel"];
  };
  "/api/v1/chat/stream-tickets": {
    /**
     * Get a ticket for a stream, for a browser’s EventSource
     * @description An EventSource sends no headers, and a key has no place in an address. A ticket opens one stream, `GET /chat/{conversation_id}/stream?ticket=…`, within 60 seconds and without a key, for the tenant, scope, conversation and database that it was made for. The same address comes back to that turn (`Last-Event-ID`) for its time limit and five minutes more, and asks nothing else.
     */
    post: operations["postChatStreamTickets"];
  };
  "/api/v1/chat/messages/{message_id}/feedback": {
    /**
     * Rate an answer
     * @description Up or down, with a comment or without; the latest rating counts. History shows it in `metadata.feedback`.
     */
    post: operations["postChatMessagesByMessageIdFeedback"];
  };
  "/api/v1/chat/messages/{message_id}/results": {
    /**
     * Rows of an answer
     * @description JSON, or CSV with `format=csv` or `Accept: text/csv`. In CSV, text that a spreadsheet would take for a formula has an apostrophe before it, and `X-Results-Truncated` says that there were more rows than were kept.
     */
    get: operations["getChatMessagesByMessageIdResults"];
  };
  "/api/v1/chat/{conversation_id}/message": {
    /**
     * Ask a question in a conversation
     * @description The id `new` starts a conversation.
     */
    post: operations["postChatByConversationIdMessage"];
  };
  "/api/v1/chat/{conversation_id}/stream": {
    /**
     * Ask a question and follow its answer, or resume following one
     * @description Server-sent events. With `Last-Event-ID` it resumes and never asks; the id `new` starts a conversation. With `ticket` it needs no key.
     */
    get: operations["getChatByConversationIdStream"];
  };
  "/api/v1/chat/{conversation_id}/history": {
    /** All messages of a conversation, oldest first */
    get: operations["getChatByConversationIdHistory"];
  };
  "/api/v1/chat/{conversation_id}": {
    /**
     * Delete a conversation and all its messages
     * @description Turns that still run in it are cancelled.
     */
    delete: operations["deleteChatByConversationId"];
  };
  "/api/v1/branding": {
    /** Colours, logos and widget theme of the organization */
    get: operations["getBranding"];
    /**
     * Replace colours, logos and widget theme
     * @description Whatever is left out is as it was in the beginning. Needs the Professional plan or a higher one.
     */
    put: operations["putBranding"];
    /**
     * Change some of the colours, logos and widget theme
     * @description Whatever is left out stays, and null is as it was in the beginning.
     */
    patch: operations["patchBranding"];
  };
  "/api/v1/organization": {
    /** The organization of the key: its plan, its limits, and what is used of them */
    get: operations["getOrganization"];
    /**
     * Remove the organization of the key, and all it has, for good
     * @description Its keys are out with their next request, the one of this request too; running questions are cancelled. Conversations, databases with their addresses, logs and all else are erased in the minutes after. Nothing is changed in its databases themselves.
     */
    delete: operations["deleteOrganization"];
    /**
     * Call the organization something else
     * @description Plan, status and limits are changed by whoever operates the service.
     */
    patch: operations["patchOrganization"];
  };
  "/api/v1/api-keys": {
    /**
     * API keys, oldest first
     * @description Those that ended too. No text of a key can be read again.
     */
    get: operations["getApiKeys"];
    /**
     * Make an API key
     * @description The answer is the only one that holds its text. A key gives nobody more than its maker may do.
     */
    post: operations["postApiKeys"];
  };
  "/api/v1/api-keys/{api_key_id}": {
    /** One API key */
    get: operations["getApiKeysByApiKeyId"];
    /**
     * Revoke an API key
     * @description It is worth nothing from the next request on, for good, and stays in the list.
     */
    delete: operations["deleteApiKeysByApiKeyId"];
    /**
     * Change what an API key is called, and its limits
     * @description What is left out stays, and null takes a limit away. It holds from the next request of the key on.
     */
    patch: operations["patchApiKeysByApiKeyId"];
  };
  "/api/v1/api-keys/{api_key_id}/rotate": {
    /**
     * Give an API key another text
     * @description The answer is the only one that holds the new text. The one before ends at once, or after `grace_seconds`.
     */
    post: operations["postApiKeysByApiKeyIdRotate"];
  };
  "/api/v1/databases": {
    /** Connected databases, oldest first */
    get: operations["getDatabases"];
    /**
     * Connect a database
     * @description Tries the address, reads the tables, and proposes what each tenant may see. With scoping, only tables that carry the tenant column are open; what else is proposed waits in `to_confirm`. A database of more tables than can be used is refused: `include` chooses some.
     */
    post: operations["postDatabases"];
  };
  "/api/v1/databases/{database_id}": {
    /** A connected database */
    get: operations["getDatabasesByDatabaseId"];
    /**
     * Forget a database, and end its keys
     * @description Nothing is changed in the database itself; conversations about it can still be read and deleted.
     */
    delete: operations["deleteDatabasesByDatabaseId"];
    /**
     * Change name, address, scoping, chosen tables or time limit of a database
     * @description Whatever is left out stays. A new address is tried first. Another tenant column begins the policy anew: tables without it wait to be confirmed. Other tables in `include` are read and classified; what was decided about those that are left out stays.
     */
    patch: operations["patchDatabasesByDatabaseId"];
  };
  "/api/v1/databases/{database_id}/test": {
    /**
     * Try the connection of a database
     * @description Connects, reads the tables, and says what its user may do beyond that. Changes nothing.
     */
    post: operations["postDatabasesByDatabaseIdTest"];
  };
  "/api/v1/databases/{database_id}/index": {
    /**
     * Read the tables of a database again
     * @description Answers with a job. It classifies new tables, and tells what waits to be confirmed, where the policy has drifted, and which indexes are missing. While one runs, another request is told of the same.
     */
    post: operations["postDatabasesByDatabaseIdIndex"];
  };
  "/api/v1/databases/{database_id}/schema": {
    /**
     * Tables, columns and keys of a database, or its collections
     * @description As the schema file of the command has it.
     */
    get: operations["getDatabasesByDatabaseIdSchema"];
  };
  "/api/v1/databases/{database_id}/policy": {
    /**
     * What each tenant may see of a database
     * @description As the policy file of the command has it; `PUT` takes the same.
     */
    get: operations["getDatabasesByDatabaseIdPolicy"];
    /**
     * Replace what each tenant may see of a database
     * @description Tables and columns that are not there, and fields that nobody knows, are refused with their place.
     */
    put: operations["putDatabasesByDatabaseIdPolicy"];
    /** Confirm what is proposed, share or close tables */
    patch: operations["patchDatabasesByDatabaseIdPolicy"];
  };
  "/api/v1/databases/{database_id}/policy/review": {
    /** What waits to be confirmed, where the policy has drifted, and which indexes it misses */
    get: operations["getDatabasesByDatabaseIdPolicyReview"];
  };
  "/api/v1/databases/{database_id}/glossary": {
    /**
     * What people call the tables, columns and values of a database
     * @description As the glossary file of the command has it; `PUT` takes the same.
     */
    get: operations["getDatabasesByDatabaseIdGlossary"];
    /**
     * Replace what people call the tables, columns and values of a database
     * @description Tables and columns that are not there, and fields that nobody knows, are refused with their place. Callers and models see the words for what they may see.
     */
    put: operations["putDatabasesByDatabaseIdGlossary"];
  };
  "/api/v1/databases/{database_id}/identity": {
    /** Whether database keys need identity tokens */
    get: operations["getDatabasesByDatabaseIdIdentity"];
    /**
     * Require identity tokens of database keys, or only accept them
     * @description The first answer, and those with `rotate`, are the only ones that hold the secret: your own server signs tokens (JWT, HS256) of `tenant_id`, `scope_id` and `exp` with it, and pages send them in X-Identity-Token.
     */
    put: operations["putDatabasesByDatabaseIdIdentity"];
  };
  "/api/v1/jobs": {
    /**
     * Jobs that index databases, latest first
     * @description Without their results, which each of them tells by itself.
     */
    get: operations["getJobs"];
  };
  "/api/v1/jobs/{job_id}": {
    /**
     * How far a job is
     * @description A job that indexes a database, or a question under the id of its turn, for those who see its conversation.
     */
    get: operations["getJobsByJobId"];
    /**
     * Stop a job that indexes a database
     * @description What it has stored by then stays. Questions are stopped by `POST /chat/turns/{turn_id}/cancel`.
     */
    delete: operations["deleteJobsByJobId"];
  };
  "/api/v1/audit": {
    /**
     * Changes of what the organization has, latest first
     * @description Who changed what and when, and whether the change took place. Of secrets it is only said that they were changed. `action`, `actor`, `subject_id`, `since` and `until` narrow it down, together too.
     */
    get: operations["getAudit"];
  };
  "/api/v1/personalities": {
    /** Personalities of the organization, by name */
    get: operations["getPersonalities"];
    /**
     * Make a personality
     * @description It shapes how answers are worded, never what is looked up: `system_prompt` (who answers) and `instructions` (how) reach the model that words rows, below its own rules, and never the one that writes queries. Questions name it as `personality_id`. `links` lets answers link addresses that stand in the rows or in its own words; without `qa` only questions about the data are answered.
     */
    post: operations["postPersonalities"];
  };
  "/api/v1/personalities/{personality_id}": {
    /** One personality */
    get: operations["getPersonalitiesByPersonalityId"];
    /**
     * Remove a personality
     * @description Questions that still name it are refused.
     */
    delete: operations["deletePersonalitiesByPersonalityId"];
    /**
     * Change a personality
     * @description Whatever is left out stays, and null is as where nothing was said. It holds from the next answer on.
     */
    patch: operations["patchPersonalitiesByPersonalityId"];
  };
  "/api/v1/sessions": {
    /**
     * Sessions of the organization, the last used first
     * @description Of one scope with `scope_id`.
     */
    get: operations["getSessions"];
  };
  "/api/v1/sessions/{session_id}": {
    /** One session */
    get: operations["getSessionsBySessionId"];
    /**
     * Forget a session
     * @description Its conversations stay. One of them that is continued by its own id begins the session anew.
     */
    delete: operations["deleteSessionsBySessionId"];
  };
  "/api/v1/patterns": {
    /**
     * Verified queries, the newest first
     * @description Of one database with `database_id`.
     */
    get: operations["getPatterns"];
    /**
     * Verify a query for a question
     * @description The guard of the database judges the query now, and again for everyone who asks. A question that has one is answered by it without a model; a model is shown those of similar questions.
     */
    post: operations["postPatterns"];
  };
  "/api/v1/patterns/{pattern_id}": {
    /** One verified query */
    get: operations["getPatternsByPatternId"];
    /** Remove a verified query */
    delete: operations["deletePatternsByPatternId"];
    /**
     * Change a verified query
     * @description Whatever is left out stays. The query is judged by the guard as it is when it is saved.
     */
    patch: operations["patchPatternsByPatternId"];
  };
  "/healthz": {
    /** Whether the process lives */
    get: operations["getHealthz"];
  };
  "/readyz": {
    /** Whether it can take questions */
    get: operations["getReadyz"];
  };
  "/openapi.json": {
    /** This document */
    get: operations["getOpenapiJson"];
  };
}

export type webhooks = Record<string, never>;

export interface components {
  schemas: {
    AppendRequest: {
      message?: null;
      /** Format: uuid */
      conversation_id: string;
      /** @enum {string} */
      role: "user" | "assistant" | "system" | "tool";
      content: string;
      metadata?: {
        [key: string]: unknown;
      };
    };
    ChatRequest: {
      role?: null;
      content?: null;
      message: string;
      database_id?: string | null;
      personality_id?: string | null;
      session_id?: string | null;
      conversation_id?: string | null;
    };
    StreamTicketRequest: {
      /** @description The conversation that it opens a stream of; without one, or `new`, it starts one. */
      conversation_id?: (string | "new") | null;
      /** @description Needed where there are several. */
      database_id?: string | null;
    };
    FeedbackRequest: {
      rating: ("up" | "down") | 1 | -1;
      comment?: string | null;
    };
    BrandingRequest: {
      /**
       * @default {
       *   "primary": "#1f6f5c",
       *   "secondary": "#14342b",
       *   "accent": "#f2a541",
       *   "text_primary": "#1b1b1b",
       *   "text_secondary": "#5c6662"
       * }
       */
      colors?: {
        /** @default #1f6f5c */
        primary?: string;
        /** @default #14342b */
        secondary?: string;
        /** @default #f2a541 */
        accent?: string;
        /** @default #1b1b1b */
        text_primary?: string;
        /** @default #5c6662 */
        text_secondary?: string;
      };
      logo_url?: string;
      logo_dark_url?: string;
      /**
       * @default {
       *   "position": "bottom-right",
       *   "greeting_message": "Hello! Ask me about your data.",
       *   "placeholder_text": "Type your question …",
       *   "header_color": "#1f6f5c"
       * }
       */
      widget_theme?: {
        /**
         * @default bottom-right
         * @enum {string}
         */
        position?: "bottom-right" | "bottom-left" | "top-right" | "top-left";
        /** @default Hello! Ask me about your data. */
        greeting_message?: string;
        /** @default Type your question … */
        placeholder_text?: string;
        /** @default #1f6f5c */
        header_color?: string;
      };
      /** @default false */
      hide_service_branding?: boolean;
    };
    BrandingPatch: {
      colors?: ({
        primary?: string | null;
        secondary?: string | null;
        accent?: string | null;
        text_primary?: string | null;
        text_secondary?: string | null;
      }) | null;
      logo_url?: string | null;
      logo_dark_url?: string | null;
      widget_theme?: ({
        position?: ("bottom-right" | "bottom-left" | "top-right" | "top-left") | null;
        greeting_message?: string | null;
        placeholder_text?: string | null;
        header_color?: string | null;
      }) | null;
      hide_service_branding?: boolean | null;
    };
    OrganizationPatch: {
      name?: string;
      id?: null;
      plan?: null;
      status?: null;
      subscription?: null;
      features?: null;
      limits?: null;
    };
    OrganizationRemoval: {
      /** @description The name of the organization, letter for letter. */
      confirm: string;
      /** @description For who holds keys of several: where the key is of another one, nothing is removed (404). */
      organization_id?: number;
    };
    ApiKeyRequest: {
      name: string;
      /** @enum {string} */
      kind?: "organization" | "database";
      database_id?: string | null;
      permissions?: (("chat" | "history" | "manage")[]) | null;
      origins?: string[] | null;
      addresses?: string[] | null;
      expires_at?: string | null;
    };
    ApiKeyPatch: {
      name?: string;
      permissions?: (("chat" | "history" | "manage")[]) | null;
      origins?: string[] | null;
      addresses?: string[] | null;
      expires_at?: string | null;
    };
    ApiKeyRotation: {
      grace_seconds?: number;
    };
    ConnectDatabaseRequest: {
      name: string;
      url?: string;
      connection?: {
        engine: string;
        host: string;
        port?: number;
        database: string;
        user?: string;
        password?: string;
        sslmode?: string;
        ca?: string;
      };
      requires_organization_scoping?: boolean;
      scoping?: {
        tenant_column?: string;
        /** @enum {string} */
        tenant_id_type?: "integer" | "string";
        scope_column?: string;
        /** @enum {string} */
        missing_scope?: "deny" | "ignore";
      };
      /** @description Seconds for a query of a question with `Prefer: respond-async`, as the installation says unless set; public keys have the usual limit. */
      async_query_timeout?: number;
      include?: string[];
      policy?: {
        [key: string]: unknown;
      };
    };
    DatabasePatch: {
      name?: string;
      url?: string;
      connection?: {
        engine: string;
        host: string;
        port?: number;
        database: string;
        user?: string;
        password?: string;
        sslmode?: string;
        ca?: string;
      };
      requires_organization_scoping?: boolean;
      scoping?: {
        tenant_column?: string;
        /** @enum {string} */
        tenant_id_type?: "integer" | "string";
        scope_column?: string | null;
        /** @enum {string} */
        missing_scope?: "deny" | "ignore";
      };
      async_query_timeout?: number | null;
      include?: string[] | null;
    };
    PolicyRequest: {
      [key: string]: unknown;
    };
    PolicyPatch: {
      accept?: true | string[];
      share?: string[];
      deny?: string[];
    };
    Glossary: {
      /** @default [] */
      tables?: readonly {
          table: string;
          /** @default [] */
          synonyms?: readonly string[];
          description?: string;
          /** @description The column that names a row to people. */
          label?: string;
          /** @description The column that dates a row. */
          time?: string;
        }[];
      /** @default [] */
      columns?: readonly {
          table: string;
          column: string;
          /** @default [] */
          synonyms?: readonly string[];
          description?: string;
          /** @description What its numbers count: `EUR`, `days`. */
          unit?: string;
        }[];
      /**
       * @description Words that stand for a condition or for a figure.
       * @default []
       */
      phrases?: readonly ({
          phrase: string;
          table: string;
          filter?: {
            column: string;
            /** @enum {string} */
            op: "=" | "<>" | ">" | ">=" | "<" | "<=" | "is null" | "is not null";
            value?: string | number;
          };
          measure?: {
            /** @enum {string} */
            aggregate: "sum" | "avg" | "count";
            column?: string;
            /** @description Another column, that the first one is multiplied by. */
            times?: string;
          };
        })[];
    };
    DatabaseIdentityRequest: {
      required: boolean;
      rotate?: boolean;
    };
    PersonalityRequest: {
      name: string;
      /**
       * @default PROFESSIONAL
       * @enum {string}
       */
      style?: "CASUAL" | "PROFESSIONAL" | "TECHNICAL" | "CONCISE" | "FRIENDLY";
      system_prompt?: string;
      instructions?: string;
      greeting?: string;
      /** @default false */
      links?: boolean;
      /** @default true */
      qa?: boolean;
    };
    PersonalityPatch: {
      name?: string;
      style?: ("CASUAL" | "PROFESSIONAL" | "TECHNICAL" | "CONCISE" | "FRIENDLY") | null;
      system_prompt?: string | null;
      instructions?: string | null;
      greeting?: string | null;
      links?: boolean | null;
      qa?: boolean | null;
    };
    PatternRequest: {
      database_id: string;
      question: string;
      query: string;
      verified_by?: string;
    };
    PatternPatch: {
      question?: string;
      query?: string;
      verified_by?: string | null;
      database_id?: null;
    };
    /** @description The first event: the question was taken in. */
    StartEvent: {
      /** @constant */
      event: "start";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        turn_id: string;
        /** Format: uuid */
        conversation_id: string;
        message_id: string;
        attempt: number;
      };
    };
    /** @description What is being done. */
    StatusEvent: {
      /** @constant */
      event: "status";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        /** @enum {string} */
        status: "queued" | "understanding" | "reading_schema" | "generating_query" | "validating_query" | "waiting_for_database" | "executing_query" | "repairing_query" | "composing_answer";
        message: string;
        attempt: number;
      };
    };
    /** @description The query that is about to run; organization keys only. */
    QueryEvent: {
      /** @constant */
      event: "query";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        query_id: string;
        /** @enum {string} */
        language: "sql" | "mongodb";
        dialect: string;
        statement: string;
        explanation: string;
        tables: string[];
        attempt: number;
        receipt?: {
          engine: string;
          guarded_query?: string;
          tables: {
              table: string;
              mode: string;
              filter_columns?: readonly string[];
            }[];
          filters: readonly ("tenant" | "scope")[];
          fingerprint: string;
          guard_version: number;
        };
      };
    };
    /** @description The rows that it gave. */
    ResultsEvent: {
      /** @constant */
      event: "results";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        query_id: string;
        columns: ({
            name: string;
            /** @enum {string} */
            type: "number" | "text" | "boolean" | "null" | "mixed";
          })[];
        rows: {
            [key: string]: unknown;
          }[];
        row_count: number;
        truncated: boolean;
        execution_time_ms: number;
      };
    };
    /** @description A chunk of the answer. It has no name on the wire: EventSource calls it `message`. */
    MessageEvent: {
      /** @constant */
      event: "message";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id?: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
      };
    };
    /** @description A Vega-Lite chart. */
    ChartEvent: {
      /** @constant */
      event: "chart";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        query_id: string;
        title: string;
        alt: string;
        spec: {
          [key: string]: unknown;
        };
      };
    };
    /** @description What could be asked next. */
    SuggestionsEvent: {
      /** @constant */
      event: "suggestions";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        suggestions: string[];
      };
    };
    /** @description Something that the reader should know. */
    WarningEvent: {
      /** @constant */
      event: "warning";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        code: string;
        message: string;
      };
    };
    /** @description The text so far is void: drop it. */
    ResetEvent: {
      /** @constant */
      event: "reset";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id?: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        attempt: number;
      };
    };
    /** @description The last event of a turn that was answered. */
    DoneEvent: {
      /** @constant */
      event: "done";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        message: string;
        message_id: string;
        /** Format: uuid */
        conversation_id: string;
        /** Format: uuid */
        session_id: string;
        sources: string[];
        /** @enum {string} */
        query_type: "chat" | "data_retrieval";
        execution_time_ms: number;
        /** @enum {string} */
        finish_reason: "stop" | "cancelled";
        assumptions?: string[];
      };
    };
    /** @description The last event of a turn that failed: a problem, with the codes of both envelopes. */
    ErrorEvent: {
      /** @constant */
      event: "error";
      /** @description `<turn>.<number>`: send it as Last-Event-ID to go on after this event. */
      id: string;
      data: {
        /** @description A chunk of the answer; empty in all named events. All of them since the last reset are it. */
        content: string;
        error_code: string;
        code: string;
        message: string;
        status_code: number;
        retryable: boolean;
        trace_id: string;
        turn_id: string;
      };
    };
    Problem: {
      /** @constant */
      error: true;
      /** @description For people: what to do about it. */
      message: string;
      /** @description Stable; decide by this. */
      error_code: string;
      status_code: number;
      details: components["schemas"]["ProblemDetail"][];
      /** @description The same as the header X-Request-ID, and as the line of our log. */
      trace_id: string;
      /** Format: date-time */
      timestamp: string;
    };
    ProblemDetail: {
      /** @description What is at fault: a field of the body or the query, or a header. */
      field: string;
      message: string;
      code: string;
    };
    ProblemDocument: {
      /**
       * Format: uri
       * @description Stable; one for each kind of problem.
       */
      type: string;
      title: string;
      status: number;
      detail: string;
      /** Format: uri */
      instance: string;
      /** @description The `error_code` of the other forms. */
      code: string;
      errors: components["schemas"]["ProblemDetail"][];
      /** @description The same as the header X-Request-ID, and as the line of our log. */
      trace_id: string;
    };
    ChatAnswer: {
      message: string;
      /** Format: uuid */
      conversation_id: string;
      /** Format: uuid */
      session_id: string;
      message_id: string;
      /** Format: uuid */
      turn_id: string;
      results: readonly {
          [key: string]: unknown;
        }[];
      row_count?: number;
      truncated?: boolean;
      sources: readonly string[];
      /** @enum {string} */
      query_type: "chat" | "data_retrieval";
      execution_time_ms: number;
      assumptions?: readonly string[];
      suggestions?: readonly string[];
      chart?: {
        title: string;
        alt: string;
        spec: {
          [key: string]: unknown;
        };
      };
      receipt?: components["schemas"]["Receipt"];
    };
    Receipt: {
      query?: string;
      engine: string;
      guarded_query?: string;
      tables: {
          table: string;
          mode: string;
          filter_columns?: readonly string[];
        }[];
      filters: readonly ("tenant" | "scope")[];
      fingerprint: string;
      guard_version: number;
      row_count: number;
      truncated: boolean;
      execution_time_ms: number;
      /** Format: date-time */
      executed_at: string;
    };
    AppendedMessage: {
      /** Format: uuid */
      message_id: string;
      /** Format: uuid */
      conversation_id: string;
      /** Format: date-time */
      created_at: string;
    };
    AcceptedTurn: {
      /** Format: uuid */
      turn_id: string;
      /** Format: uuid */
      conversation_id: string;
      /** Format: uuid */
      session_id: string;
      message_id: string;
      status_url: string;
      stream_url: string;
      /** @description Seconds that its query may run at most, once it has a place. */
      query_timeout: number;
    };
    ChatProblem: {
      /** @constant */
      success: false;
      error: {
        code: string;
        message: string;
        details: string;
      };
      /** @description For people: what to do about it. */
      message: string;
      /** @description Stable; decide by this. */
      error_code: string;
      status_code: number;
      details: components["schemas"]["ProblemDetail"][];
      /** @description The same as the header X-Request-ID, and as the line of our log. */
      trace_id: string;
      /** Format: date-time */
      timestamp: string;
    };
    Conversation: {
      /** Format: uuid */
      id: string;
      organizationId: number;
      scopeId: string;
      title: string;
      /** Format: date-time */
      lastMessageAt: string;
      messageCount: number;
      /** Format: date-time */
      createdAt: string;
    };
    Message: {
      id: string;
      content: string;
      /** @enum {string} */
      sender: "USER" | "ASSISTANT" | "SYSTEM" | "TOOL";
      /** Format: date-time */
      timestamp: string;
      /** @constant */
      type: "text";
      metadata: {
        [key: string]: unknown;
      };
      /** Format: uuid */
      conversation_id: string;
    };
    StreamTicket: {
      /** @description For `?ticket=` of the stream; nowhere afterwards. */
      ticket: string;
      /** @description The id for the address of the stream. */
      conversation_id: string | "new";
      /** Format: uuid */
      database_id: string;
      /** Format: date-time */
      expires_at: string;
    };
    Feedback: {
      message_id: string;
      /** @enum {string} */
      rating: "up" | "down";
      comment: string | null;
      /** Format: date-time */
      rated_at: string;
    };
    Results: {
      message_id: string;
      columns: readonly ({
          name: string;
          /** @enum {string} */
          type: "number" | "text" | "boolean" | "null" | "mixed";
        })[];
      rows: readonly {
          [key: string]: unknown;
        }[];
      row_count: number;
      truncated: boolean;
      receipt?: components["schemas"]["Receipt"];
    };
    ConversationMessage: {
      /** @enum {string} */
      role: "USER" | "ASSISTANT" | "SYSTEM" | "TOOL";
      content: string;
      /** Format: date-time */
      timestamp: string;
    };
    Branding: {
      colors: {
        primary: string;
        secondary: string;
        accent: string;
        text_primary: string;
        text_secondary: string;
      };
      logo_url: string;
      logo_dark_url: string;
      widget_theme: {
        position: string;
        greeting_message: string;
        placeholder_text: string;
        header_color: string;
      };
      hide_service_branding: boolean;
    };
    Organization: {
      id: number;
      name: string;
      /** @enum {string} */
      plan: "free" | "starter" | "professional" | "business" | "enterprise";
      /** @enum {string} */
      status: "active" | "suspended" | "inactive";
      /** @enum {string} */
      subscription: "active" | "none" | "past_due" | "canceled";
      features: string[];
      /** @description What is allowed; null: without a limit. A month is 30 days. */
      limits: {
        requests_per_minute: number;
        requests_per_hour: number;
        requests_per_month: number | null;
        concurrent_requests: number;
        databases: number;
        indexing_per_month: number;
        conversation_questions_per_minute: number;
        conversation_questions_per_hour: number;
      };
      /** @description The same limits, with whose each is and what is used of it now, this request included. */
      usage: {
        requests_per_minute: components["schemas"]["Usage"];
        requests_per_hour: components["schemas"]["Usage"];
        requests_per_month: components["schemas"]["Usage"];
        concurrent_requests: components["schemas"]["Usage"];
        databases: components["schemas"]["Usage"];
        indexing_per_month: components["schemas"]["Usage"];
        conversation_questions_per_minute: components["schemas"]["Usage"];
        conversation_questions_per_hour: components["schemas"]["Usage"];
      };
    };
    Usage: {
      allowed: number | null;
      /**
       * @description `plan`: its plan has it. `organization`: it was agreed with it. `service`: everyone has it.
       * @enum {string}
       */
      by: "plan" | "organization" | "service";
      /** @description Null where it is not counted. */
      used: number | null;
      /** @description When something of it is free again; null where nothing is used, or nothing becomes free by itself. */
      resets_at: string | null;
    };
    ApiKey: {
      id: string;
      name: string | null;
      /** @enum {string} */
      kind: "organization" | "database";
      database_id: string | null;
      hint: string;
      /** @enum {string} */
      status: "active" | "expired" | "revoked";
      permissions: (readonly ("chat" | "history" | "manage")[]) | null;
      origins: (readonly string[]) | null;
      addresses: (readonly string[]) | null;
      user_id: number;
      /** Format: date-time */
      created_at: string;
      last_used_at: string | null;
      expires_at: string | null;
      revoked_at: string | null;
      previous_until: string | null;
    };
    Pagination: {
      current_page: number;
      page_size: number;
      total_items: number;
      total_pages: number;
      has_next: boolean;
      has_previous: boolean;
    };
    ShownApiKey: {
      id: string;
      name: string | null;
      /** @enum {string} */
      kind: "organization" | "database";
      database_id: string | null;
      hint: string;
      /** @enum {string} */
      status: "active" | "expired" | "revoked";
      permissions: (readonly ("chat" | "history" | "manage")[]) | null;
      origins: (readonly string[]) | null;
      addresses: (readonly string[]) | null;
      user_id: number;
      /** Format: date-time */
      created_at: string;
      last_used_at: string | null;
      expires_at: string | null;
      revoked_at: string | null;
      previous_until: string | null;
      key: string;
      warnings: string[];
    };
    Database: {
      /** Format: uuid */
      id: string;
      name: string;
      engine: string;
      requires_organization_scoping: boolean;
      scoping: {
        tenant_column: string | null;
        tenant_id_type: (("integer" | "string" | "objectId" | "uuid") | (readonly ("integer" | "string" | "objectId" | "uuid")[])) | null;
        scope_column: string | null;
        missing_scope: ("deny" | "ignore") | null;
      };
      /** @description Seconds for a query of a question with `Prefer: respond-async`; null: as the installation says. */
      async_query_timeout: number | null;
      include: string[] | null;
      /** Format: date-time */
      created_at: string;
    };
    ConnectedDatabase: {
      /** Format: uuid */
      id: string;
      name: string;
      engine: string;
      requires_organization_scoping: boolean;
      scoping: {
        tenant_column: string | null;
        tenant_id_type: (("integer" | "string" | "objectId" | "uuid") | (readonly ("integer" | "string" | "objectId" | "uuid")[])) | null;
        scope_column: string | null;
        missing_scope: ("deny" | "ignore") | null;
      };
      /** @description Seconds for a query of a question with `Prefer: respond-async`; null: as the installation says. */
      async_query_timeout: number | null;
      include: string[] | null;
      /** Format: date-time */
      created_at: string;
      open: string[];
      to_confirm: {
          table: string;
          policy: {
            mode: string;
            [key: string]: unknown;
          };
          reason: string;
        }[];
      drift: {
          table: string;
          kind: string;
          detail: string;
        }[];
      missing_indexes: ({
          table: string;
          column: string;
          rows: number | null;
          reason: string;
          statement: string | null;
        })[];
      excess_rights: string[];
      warnings: string[];
    };
    DatabaseTest: {
      /** @constant */
      ok: true;
      engine: string;
      server_version: string;
      tables: number;
      latency_ms: number;
      excess_rights: string[];
    };
    Job: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: "index" | "turn";
      database_id: string;
      /** @enum {string} */
      status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
      progress: {
        step: string;
        done: number;
        total: number;
        percent: number;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      result: {
        [key: string]: unknown;
      } | null;
      problem: {
        error_code: string;
        message: string;
        status_code: number;
      } | null;
    };
    DatabaseSchema: {
      engine: string;
      tables?: {
          name: string;
          [key: string]: unknown;
        }[];
      collections?: {
          name: string;
          [key: string]: unknown;
        }[];
      [key: string]: unknown;
    };
    Policy: {
      /** @constant */
      version: 1;
      engine: string;
      tenant?: {
        column: string;
        type: ("integer" | "string" | "objectId" | "uuid") | (readonly ("integer" | "string" | "objectId" | "uuid")[]);
      };
      scope?: {
        column: string;
        type: ("integer" | "string" | "objectId" | "uuid") | (readonly ("integer" | "string" | "objectId" | "uuid")[]);
        /** @enum {string} */
        missing_scope: "deny" | "ignore";
      };
      tables: {
        [key: string]: {
          mode: string;
          [key: string]: unknown;
        };
      };
      [key: string]: unknown;
    };
    ReviewedPolicy: {
      open: string[];
      to_confirm: {
          table: string;
          policy: {
            mode: string;
            [key: string]: unknown;
          };
          reason: string;
        }[];
      drift: {
          table: string;
          kind: string;
          detail: string;
        }[];
      missing_indexes: ({
          table: string;
          column: string;
          rows: number | null;
          reason: string;
          statement: string | null;
        })[];
      policy: components["schemas"]["Policy"];
    };
    PolicyReview: {
      open: string[];
      to_confirm: {
          table: string;
          policy: {
            mode: string;
            [key: string]: unknown;
          };
          reason: string;
        }[];
      drift: {
          table: string;
          kind: string;
          detail: string;
        }[];
      missing_indexes: ({
          table: string;
          column: string;
          rows: number | null;
          reason: string;
          statement: string | null;
        })[];
    };
    DatabaseIdentity: {
      /** @enum {string} */
      identity: "off" | "accepted" | "required";
    };
    ShownDatabaseIdentity: {
      /** @enum {string} */
      identity: "off" | "accepted" | "required";
      secret: string | null;
    };
    AuditEntry: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      at: string;
      /**
       * @description `done`: the change took place. `refused`: it did not. `begun`: it is being made, or was cut off with its process or the store, and may have taken place.
       * @enum {string}
       */
      outcome: "begun" | "done" | "refused";
      actor: {
        /** @enum {string} */
        kind: "key" | "user" | "command";
        id: string | null;
      };
      action: string;
      subject_id: string;
      changes: {
          field: string;
          value?: unknown;
        }[];
      trace_id: string | null;
    };
    Personality: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      style: "CASUAL" | "PROFESSIONAL" | "TECHNICAL" | "CONCISE" | "FRIENDLY";
      system_prompt: string;
      instructions: string;
      greeting: string;
      links: boolean;
      qa: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    Session: {
      /** Format: uuid */
      id: string;
      scope_id: string;
      tenant_id: string | null;
      /** Format: uuid */
      database_id: string;
      /** Format: uuid */
      conversation_id: string;
      conversations: {
          /** Format: uuid */
          database_id: string;
          /** Format: uuid */
          conversation_id: string;
        }[];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_used_at: string;
    };
    Pattern: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      database_id: string;
      question: string;
      query: string;
      verified_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    GlossaryOutput: {
      /** @default [] */
      tables: readonly {
          table: string;
          /** @default [] */
          synonyms: readonly string[];
          description?: string;
          /** @description The column that names a row to people. */
          label?: string;
          /** @description The column that dates a row. */
          time?: string;
        }[];
      /** @default [] */
      columns: readonly {
          table: string;
          column: string;
          /** @default [] */
          synonyms: readonly string[];
          description?: string;
          /** @description What its numbers count: `EUR`, `days`. */
          unit?: string;
        }[];
      /**
       * @description Words that stand for a condition or for a figure.
       * @default []
       */
      phrases: readonly ({
          phrase: string;
          table: string;
          filter?: {
            column: string;
            /** @enum {string} */
            op: "=" | "<>" | ">" | ">=" | "<" | "<=" | "is null" | "is not null";
            value?: string | number;
          };
          measure?: {
            /** @enum {string} */
            aggregate: "sum" | "avg" | "count";
            column?: string;
            /** @description Another column, that the first one is multiplied by. */
            times?: string;
          };
        })[];
    };
    StreamEvent: components["schemas"]["StartEvent"] | components["schemas"]["StatusEvent"] | components["schemas"]["QueryEvent"] | components["schemas"]["ResultsEvent"] | components["schemas"]["MessageEvent"] | components["schemas"]["ChartEvent"] | components["schemas"]["SuggestionsEvent"] | components["schemas"]["WarningEvent"] | components["schemas"]["ResetEvent"] | components["schemas"]["DoneEvent"] | components["schemas"]["ErrorEvent"];
  };
  responses: {
    /**
     * @description Of any address that is not listed here.
     *
     * - `NOT_FOUND_RESOURCE`: There is nothing at this address.
     */
    UnknownAddress: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_RESOURCE" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_RESOURCE" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description Of an address with a method that is not listed here.
     *
     * - `VALIDATION_ERROR`: This address does not take this method.
     */
    MethodNotAllowed: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        Allow: components["headers"]["Allow"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "SYSTEM_RATE_LIMIT_EXCEEDED" | "VALIDATION_ERROR";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "SYSTEM_RATE_LIMIT_EXCEEDED" | "VALIDATION_ERROR";
        });
      };
    };
    /**
     * @description - `BUSINESS_OPERATION_FAILED`: The question was cancelled.
     * - `VALIDATION_ERROR`: This conversation belongs to another database; leave out database_id or start a new conversation.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    ChatProblem400: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "CANCELLED" | "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "BUSINESS_OPERATION_FAILED" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_OPERATION_FAILED" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `AUTH_INVALID_CREDENTIALS`: The API key is not valid.
     * - `AUTH_INVALID_CREDENTIALS`: An API key is required: send it in the X-API-Key header.
     * - `AUTH_INVALID_CREDENTIALS`: This database takes a database key only with an identity token: send one of your own server in X-Identity-Token.
     * - `AUTH_INVALID_CREDENTIALS`: This API key has expired; use another one.
     * - `AUTH_TOKEN_EXPIRED`: The identity token has expired; get another one from your own server.
     * - `AUTH_TOKEN_INVALID`: Authorization: Bearer carries portal tokens only; send an API key in the X-API-Key header.
     * - `AUTH_TOKEN_INVALID`: The identity token is not valid here: sign tenant_id, scope_id and exp with the identity secret of this database (HS256).
     */
    ChatProblem401: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "UNAUTHORIZED";
          };
          /** @enum {string} */
          error_code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID";
        });
      };
    };
    /**
     * @description - `AUTH_ACCOUNT_SUSPENDED`: This account is suspended.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: it is for other addresses.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This kind of API key may not be used here; use an organization key (sk_…) on your own server.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: its origins name other pages.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key was not made for this: it lacks the permission.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: X-Tenant-Id must be a positive integer, or of the type that the database has for its tenants.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This database requires the X-Tenant-Id header.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: Organization scoping is not enabled for this database; leave out X-Tenant-Id.
     * - `AUTH_ORGANIZATION_INACTIVE`: This organization is not active.
     * - `BUSINESS_FEATURE_NOT_AVAILABLE`: API access needs the Starter plan or a higher one.
     * - `BUSINESS_SUBSCRIPTION_REQUIRED`: This account has no subscription yet; it is answered once there is one.
     * - `SUBSCRIPTION_CANCELED`: The subscription of this account has ended.
     * - `SUBSCRIPTION_PAST_DUE`: A payment for this account is due; questions are answered again once it is made.
     */
    ChatProblem403: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "FORBIDDEN" | "INVALID_TENANT_ID" | "PLAN_FEATURE_REQUIRED";
          };
          /** @enum {string} */
          error_code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED" | "SUBSCRIPTION_PAST_DUE";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED" | "SUBSCRIPTION_PAST_DUE";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_PERSONALITY`: The personality was not found.
     * - `NOT_FOUND_RESOURCE`: The conversation was not found.
     */
    ChatProblem404: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "DATABASE_NOT_FOUND" | "NOT_FOUND";
          };
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PERSONALITY" | "NOT_FOUND_RESOURCE";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PERSONALITY" | "NOT_FOUND_RESOURCE";
        });
      };
    };
    /** @description - `VALIDATION_INVALID_FORMAT`: This address answers in none of the types that Accept names. */
    ChatProblem406: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_INVALID_FORMAT";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_INVALID_FORMAT";
        };
      };
    };
    /** @description - `BUSINESS_INVALID_STATE`: A request with this Idempotency-Key is still running. */
    ChatProblem409: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "CONFLICT";
          };
          /** @enum {string} */
          error_code: "BUSINESS_INVALID_STATE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "BUSINESS_INVALID_STATE";
        };
      };
    };
    /** @description - `VALIDATION_ERROR`: The body is larger than 256 kB. */
    ChatProblem413: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /** @description - `VALIDATION_INVALID_FORMAT`: Send the body as Content-Type: application/json. */
    ChatProblem415: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_INVALID_FORMAT";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_INVALID_FORMAT";
        };
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The database has more tables or columns than can be used: choose some.
     * - `VALIDATION_ERROR`: This Idempotency-Key was used with another request.
     * - `VALIDATION_ERROR`: This question cannot be answered within what you may see. Try to put it another way.
     */
    ChatProblem422: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `BUSINESS_LIMIT_EXCEEDED`: As many questions are being answered as your plan allows at once. Try again when one of them is done.
     * - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Too many questions in conversations for now: 30 a minute and 200 an hour. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many questions are being answered for you at the moment. Please try again shortly.
     */
    ChatProblem429: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "RATE_LIMIT_EXCEEDED";
          };
          /** @enum {string} */
          error_code: "BUSINESS_LIMIT_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_LIMIT_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description - `DB_CONNECTION_FAILED`: The database did not answer in time.
     * - `DB_CONNECTION_FAILED`: The database does not accept the user or the password of its address.
     * - `DB_CONNECTION_FAILED`: The database cannot be reached at the moment.
     * - `DB_QUERY_FAILED`: The database could not run the query for this question. Try to put the question another way.
     * - `DB_QUERY_FAILED`: The query took too long and was stopped. Ask for less at once, for example a shorter period.
     * - `DB_QUERY_FAILED`: The question took too long and was stopped. Ask for less at once, for example a shorter period.
     * - `DB_SCHEMA_ERROR`: The database does not let its user read which tables there are.
     * - `DB_TRANSACTION_FAILED`: The database ended the transaction before the query was done. Please try again.
     * - `EXTERNAL_LLM_ERROR`: The language model did not give a usable answer. Please try again.
     * - `SYSTEM_CONFIGURATION_ERROR`: The service is not set up as it should be; whoever operates it has to look at its settings.
     * - `SYSTEM_INTERNAL_ERROR`: Something went wrong on our side.
     */
    ChatProblem500: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "INTERNAL_SERVER_ERROR";
          };
          /** @enum {string} */
          error_code: "DB_CONNECTION_FAILED" | "DB_QUERY_FAILED" | "DB_SCHEMA_ERROR" | "DB_TRANSACTION_FAILED" | "EXTERNAL_LLM_ERROR" | "SYSTEM_CONFIGURATION_ERROR" | "SYSTEM_INTERNAL_ERROR";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "DB_CONNECTION_FAILED" | "DB_QUERY_FAILED" | "DB_SCHEMA_ERROR" | "DB_TRANSACTION_FAILED" | "EXTERNAL_LLM_ERROR" | "SYSTEM_CONFIGURATION_ERROR" | "SYSTEM_INTERNAL_ERROR";
        });
      };
    };
    /**
     * @description - `EXTERNAL_SERVICE_UNAVAILABLE`: The language model cannot be reached at the moment. Please try again shortly.
     * - `SYSTEM_SERVICE_UNAVAILABLE`: There was no place free for the query of this question. Please try again shortly.
     * - `SYSTEM_SERVICE_UNAVAILABLE`: The service is not available at the moment. Please try again shortly.
     * - `SYSTEM_SERVICE_UNAVAILABLE`: Questions cannot be answered at the moment. Please try again shortly.
     */
    ChatProblem503: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "SERVICE_UNAVAILABLE";
          };
          /** @enum {string} */
          error_code: "EXTERNAL_SERVICE_UNAVAILABLE" | "SYSTEM_SERVICE_UNAVAILABLE";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "EXTERNAL_SERVICE_UNAVAILABLE" | "SYSTEM_SERVICE_UNAVAILABLE";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    ChatProblem400_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `AUTH_ACCOUNT_SUSPENDED`: This account is suspended.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: it is for other addresses.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: its origins name other pages.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key was not made for this: it lacks the permission.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: The X-Scope-Id header is required here.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: X-Tenant-Id must be a positive integer, or of the type that the database has for its tenants.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This database requires the X-Tenant-Id header.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: Organization scoping is not enabled for this database; leave out X-Tenant-Id.
     * - `AUTH_ORGANIZATION_INACTIVE`: This organization is not active.
     * - `BUSINESS_FEATURE_NOT_AVAILABLE`: API access needs the Starter plan or a higher one.
     * - `BUSINESS_SUBSCRIPTION_REQUIRED`: This account has no subscription yet; it is answered once there is one.
     * - `SUBSCRIPTION_CANCELED`: The subscription of this account has ended.
     */
    ChatProblem403_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "FORBIDDEN" | "INVALID_TENANT_ID" | "PLAN_FEATURE_REQUIRED";
          };
          /** @enum {string} */
          error_code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     */
    ChatProblem404_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "DATABASE_NOT_FOUND" | "NOT_FOUND";
          };
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION";
        });
      };
    };
    /**
     * @description - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     */
    ChatProblem429_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "RATE_LIMIT_EXCEEDED";
          };
          /** @enum {string} */
          error_code: "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /** @description - `SYSTEM_INTERNAL_ERROR`: Something went wrong on our side. */
    ChatProblem500_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "INTERNAL_SERVER_ERROR";
          };
          /** @enum {string} */
          error_code: "SYSTEM_INTERNAL_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "SYSTEM_INTERNAL_ERROR";
        };
      };
    };
    /** @description - `SYSTEM_SERVICE_UNAVAILABLE`: The service is not available at the moment. Please try again shortly. */
    ChatProblem503_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "SERVICE_UNAVAILABLE";
          };
          /** @enum {string} */
          error_code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_RESOURCE`: The conversation was not found.
     */
    ChatProblem404_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "DATABASE_NOT_FOUND" | "NOT_FOUND";
          };
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_RESOURCE";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_RESOURCE";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    ChatProblem400_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_RESOURCE`: The turn was not found.
     */
    ChatProblem404_4: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "DATABASE_NOT_FOUND" | "NOT_FOUND";
          };
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_RESOURCE";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_RESOURCE";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: This conversation belongs to another database; leave out database_id or start a new conversation.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    ChatProblem400_4: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /** @description - `BUSINESS_INVALID_STATE`: The first request with this Idempotency-Key has no answer yet. Please repeat it shortly. */
    ChatProblem409_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "CONFLICT";
          };
          /** @enum {string} */
          error_code: "BUSINESS_INVALID_STATE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "BUSINESS_INVALID_STATE";
        };
      };
    };
    /** @description - `VALIDATION_ERROR`: This Idempotency-Key was used with another request. */
    ChatProblem422_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & {
          error: {
            /** @enum {string} */
            code: "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `BUSINESS_LIMIT_EXCEEDED`: You hold as many unused stream tickets as a caller may. Open a stream with one of them, or wait until they expire.
     * - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     */
    ChatProblem429_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "RATE_LIMIT_EXCEEDED";
          };
          /** @enum {string} */
          error_code: "BUSINESS_LIMIT_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_LIMIT_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_RESOURCE`: The message was not found.
     */
    ChatProblem404_5: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "DATABASE_NOT_FOUND" | "NOT_FOUND";
          };
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_RESOURCE";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_RESOURCE";
        });
      };
    };
    /**
     * @description - `BUSINESS_OPERATION_FAILED`: The question was cancelled.
     * - `VALIDATION_ERROR`: This conversation belongs to another database; leave out database_id or start a new conversation.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    ChatProblem400_5: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "CANCELLED" | "VALIDATION_ERROR";
          };
          /** @enum {string} */
          error_code: "BUSINESS_OPERATION_FAILED" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_OPERATION_FAILED" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `AUTH_INVALID_CREDENTIALS`: The API key is not valid.
     * - `AUTH_INVALID_CREDENTIALS`: An API key is required: send it in the X-API-Key header.
     * - `AUTH_INVALID_CREDENTIALS`: This database takes a database key only with an identity token: send one of your own server in X-Identity-Token.
     * - `AUTH_INVALID_CREDENTIALS`: This API key has expired; use another one.
     * - `AUTH_TOKEN_EXPIRED`: The identity token has expired; get another one from your own server.
     * - `AUTH_TOKEN_EXPIRED`: The time of this stream ticket is over: get another one with POST /api/v1/chat/stream-tickets.
     * - `AUTH_TOKEN_INVALID`: Authorization: Bearer carries portal tokens only; send an API key in the X-API-Key header.
     * - `AUTH_TOKEN_INVALID`: The identity token is not valid here: sign tenant_id, scope_id and exp with the identity secret of this database (HS256).
     * - `AUTH_TOKEN_INVALID`: This is no stream ticket that is valid: get another one with POST /api/v1/chat/stream-tickets and use it within 60 seconds.
     * - `AUTH_TOKEN_INVALID`: This stream ticket was made for something else: get one for this conversation, database, tenant and scope with POST /api/v1/chat/stream-tickets.
     * - `AUTH_TOKEN_INVALID`: This stream ticket has been used: it only comes back to the turn that it was used for (Last-Event-ID). Get another one with POST /api/v1/chat/stream-tickets.
     */
    ChatProblem401_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["ChatProblem"] & ({
          error: {
            /** @enum {string} */
            code: "UNAUTHORIZED";
          };
          /** @enum {string} */
          error_code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     */
    Problem400: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT";
        });
      };
    };
    /**
     * @description - `AUTH_INVALID_CREDENTIALS`: The API key is not valid.
     * - `AUTH_INVALID_CREDENTIALS`: An API key is required: send it in the X-API-Key header.
     * - `AUTH_INVALID_CREDENTIALS`: This database takes a database key only with an identity token: send one of your own server in X-Identity-Token.
     * - `AUTH_INVALID_CREDENTIALS`: This API key has expired; use another one.
     * - `AUTH_TOKEN_EXPIRED`: The identity token has expired; get another one from your own server.
     * - `AUTH_TOKEN_INVALID`: Authorization: Bearer carries portal tokens only; send an API key in the X-API-Key header.
     * - `AUTH_TOKEN_INVALID`: The identity token is not valid here: sign tenant_id, scope_id and exp with the identity secret of this database (HS256).
     */
    Problem401: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID";
        });
      };
    };
    /**
     * @description - `AUTH_ACCOUNT_SUSPENDED`: This account is suspended.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: it is for other addresses.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: its origins name other pages.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: X-Tenant-Id must be a positive integer, or of the type that the database has for its tenants.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This database requires the X-Tenant-Id header.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: Organization scoping is not enabled for this database; leave out X-Tenant-Id.
     * - `AUTH_ORGANIZATION_INACTIVE`: This organization is not active.
     * - `BUSINESS_FEATURE_NOT_AVAILABLE`: API access needs the Starter plan or a higher one.
     * - `BUSINESS_SUBSCRIPTION_REQUIRED`: This account has no subscription yet; it is answered once there is one.
     * - `SUBSCRIPTION_CANCELED`: The subscription of this account has ended.
     */
    Problem403: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     */
    Problem404: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION";
        });
      };
    };
    /** @description - `VALIDATION_INVALID_FORMAT`: This address answers in none of the types that Accept names. */
    Problem406: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_INVALID_FORMAT";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_INVALID_FORMAT";
        };
      };
    };
    /**
     * @description - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     */
    Problem429: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /** @description - `SYSTEM_INTERNAL_ERROR`: Something went wrong on our side. */
    Problem500: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "SYSTEM_INTERNAL_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "SYSTEM_INTERNAL_ERROR";
        };
      };
    };
    /** @description - `SYSTEM_SERVICE_UNAVAILABLE`: The service is not available at the moment. Please try again shortly. */
    Problem503: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `AUTH_INVALID_CREDENTIALS`: The API key is not valid.
     * - `AUTH_INVALID_CREDENTIALS`: An API key is required: send it in the X-API-Key header.
     * - `AUTH_INVALID_CREDENTIALS`: This API key has expired; use another one.
     * - `AUTH_TOKEN_INVALID`: Authorization: Bearer carries portal tokens only; send an API key in the X-API-Key header.
     */
    Problem401_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_INVALID";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_INVALID";
        });
      };
    };
    /**
     * @description - `AUTH_ACCOUNT_SUSPENDED`: This account is suspended.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: it is for other addresses.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This kind of API key may not be used here; use an organization key (sk_…) on your own server.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key was not made for this: it lacks the permission.
     * - `AUTH_ORGANIZATION_INACTIVE`: This organization is not active.
     * - `BUSINESS_FEATURE_NOT_AVAILABLE`: API access needs the Starter plan or a higher one.
     * - `BUSINESS_SUBSCRIPTION_REQUIRED`: This account has no subscription yet; it is answered once there is one.
     * - `SUBSCRIPTION_CANCELED`: The subscription of this account has ended.
     */
    Problem403_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
      };
    };
    /** @description - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone. */
    Problem404_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "NOT_FOUND_ORGANIZATION";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "NOT_FOUND_ORGANIZATION";
        };
      };
    };
    /** @description - `VALIDATION_ERROR`: The body is larger than 256 kB. */
    Problem413: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /** @description - `VALIDATION_INVALID_FORMAT`: Send the body as Content-Type: application/json. */
    Problem415: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_INVALID_FORMAT";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_INVALID_FORMAT";
        };
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `BUSINESS_DUPLICATE_ENTRY`: Another API key of this organization has this name; take another one.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_4: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_DUPLICATE_ENTRY" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_DUPLICATE_ENTRY" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /** @description - `BUSINESS_INVALID_STATE`: The first request with this Idempotency-Key has no answer yet. Please repeat it shortly. */
    Problem409: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "BUSINESS_INVALID_STATE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "BUSINESS_INVALID_STATE";
        };
      };
    };
    /** @description - `VALIDATION_ERROR`: This Idempotency-Key was used with another request. */
    Problem422: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `NOT_FOUND_API_KEY`: The API key was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     */
    Problem404_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_API_KEY" | "NOT_FOUND_ORGANIZATION";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_API_KEY" | "NOT_FOUND_ORGANIZATION";
        });
      };
    };
    /**
     * @description - `BUSINESS_DUPLICATE_ENTRY`: Another API key of this organization has this name; take another one.
     * - `BUSINESS_INVALID_STATE`: This API key is revoked, and stays so; make another one.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_5: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_DUPLICATE_ENTRY" | "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_DUPLICATE_ENTRY" | "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `BUSINESS_INVALID_STATE`: This API key is revoked, and stays so; make another one.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_6: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `BUSINESS_DUPLICATE_ENTRY`: There is one like this already.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_7: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_DUPLICATE_ENTRY" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_DUPLICATE_ENTRY" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The database cannot be used at the address that was given.
     * - `VALIDATION_ERROR`: The database has more tables or columns than can be used: choose some.
     * - `VALIDATION_ERROR`: This Idempotency-Key was used with another request.
     */
    Problem422_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `BUSINESS_QUOTA_EXCEEDED`: Your plan allows no more databases. Remove one, or take a higher plan.
     * - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many questions are being answered for you at the moment. Please try again shortly.
     */
    Problem429_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_QUOTA_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_QUOTA_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description - `SYSTEM_SERVICE_UNAVAILABLE`: There was no place free for the query of this question. Please try again shortly.
     * - `SYSTEM_SERVICE_UNAVAILABLE`: The service is not available at the moment. Please try again shortly.
     */
    Problem503_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
      };
    };
    /**
     * @description - `BUSINESS_DUPLICATE_ENTRY`: There is one like this already.
     * - `BUSINESS_INVALID_STATE`: This cannot be done as things stand.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_8: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_DUPLICATE_ENTRY" | "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_DUPLICATE_ENTRY" | "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: The database cannot be used at the address that was given.
     * - `VALIDATION_ERROR`: The database has more tables or columns than can be used: choose some.
     */
    Problem422_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many questions are being answered for you at the moment. Please try again shortly.
     */
    Problem429_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description - `INDEXING_QUOTA_EXCEEDED`: Your plan allows no more indexing for now. Try again after the seconds in Retry-After.
     * - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     */
    Problem429_4: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "INDEXING_QUOTA_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "INDEXING_QUOTA_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description - `SYSTEM_SERVICE_UNAVAILABLE`: The service is not available at the moment. Please try again shortly.
     * - `SYSTEM_SERVICE_UNAVAILABLE`: Questions cannot be answered at the moment. Please try again shortly.
     */
    Problem503_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "SYSTEM_SERVICE_UNAVAILABLE";
        };
      };
    };
    /** @description - `VALIDATION_ERROR`: The database has more tables or columns than can be used: choose some. */
    Problem422_4: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `DB_CONNECTION_FAILED`: The database did not answer in time.
     * - `DB_CONNECTION_FAILED`: The database does not accept the user or the password of its address.
     * - `DB_CONNECTION_FAILED`: The database cannot be reached at the moment.
     * - `DB_QUERY_FAILED`: The query took too long and was stopped. Ask for less at once, for example a shorter period.
     * - `SYSTEM_INTERNAL_ERROR`: Something went wrong on our side.
     */
    Problem500_2: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "DB_CONNECTION_FAILED" | "DB_QUERY_FAILED" | "SYSTEM_INTERNAL_ERROR";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "DB_CONNECTION_FAILED" | "DB_QUERY_FAILED" | "SYSTEM_INTERNAL_ERROR";
        });
      };
    };
    /**
     * @description - `BUSINESS_INVALID_STATE`: This cannot be done as things stand.
     * - `VALIDATION_ERROR`: The request is not valid.
     * - `VALIDATION_INVALID_FORMAT`: The body is not valid JSON.
     * - `VALIDATION_INVALID_FORMAT`: A header was sent more than once.
     * - `VALIDATION_MISSING_REQUIRED_FIELD`: A required field is missing.
     */
    Problem400_9: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_INVALID_STATE" | "VALIDATION_ERROR" | "VALIDATION_INVALID_FORMAT" | "VALIDATION_MISSING_REQUIRED_FIELD";
        });
      };
    };
    /**
     * @description - `AUTH_ACCOUNT_SUSPENDED`: This account is suspended.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: it is for other addresses.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key may not be used from here: its origins name other pages.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This API key was not made for this: it lacks the permission.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: X-Tenant-Id must be a positive integer, or of the type that the database has for its tenants.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: This database requires the X-Tenant-Id header.
     * - `AUTH_INSUFFICIENT_PERMISSIONS`: Organization scoping is not enabled for this database; leave out X-Tenant-Id.
     * - `AUTH_ORGANIZATION_INACTIVE`: This organization is not active.
     * - `BUSINESS_FEATURE_NOT_AVAILABLE`: API access needs the Starter plan or a higher one.
     * - `BUSINESS_SUBSCRIPTION_REQUIRED`: This account has no subscription yet; it is answered once there is one.
     * - `SUBSCRIPTION_CANCELED`: The subscription of this account has ended.
     */
    Problem403_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "AUTH_ACCOUNT_SUSPENDED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_ORGANIZATION_INACTIVE" | "BUSINESS_FEATURE_NOT_AVAILABLE" | "BUSINESS_SUBSCRIPTION_REQUIRED" | "SUBSCRIPTION_CANCELED";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_JOB`: The job was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     */
    Problem404_4: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_JOB" | "NOT_FOUND_ORGANIZATION";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_JOB" | "NOT_FOUND_ORGANIZATION";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_JOB`: The job was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     */
    Problem404_5: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_JOB" | "NOT_FOUND_ORGANIZATION";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_JOB" | "NOT_FOUND_ORGANIZATION";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_PERSONALITY`: The personality was not found.
     */
    Problem404_6: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PERSONALITY";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PERSONALITY";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_SESSION`: The session was not found.
     */
    Problem404_7: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_SESSION";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_SESSION";
        });
      };
    };
    /**
     * @description - `VALIDATION_ERROR`: This Idempotency-Key was used with another request.
     * - `VALIDATION_ERROR`: This query would not be run for a question: the guard refuses it.
     */
    Problem422_5: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
    /**
     * @description - `BUSINESS_LIMIT_EXCEEDED`: This database has as many patterns as a database may have; remove some that nobody needs.
     * - `QUOTA_MONTHLY_LIMIT_EXCEEDED`: This account has used all requests of its month. Try again after the seconds in Retry-After.
     * - `QUOTA_RATE_LIMIT_EXCEEDED`: Your plan allows no more requests for now. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many requests from here that were refused. Try again after the seconds in Retry-After.
     * - `SYSTEM_RATE_LIMIT_EXCEEDED`: Too many questions are being answered for you at the moment. Please try again shortly.
     */
    Problem429_5: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        "Retry-After": components["headers"]["RetryAfter"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "BUSINESS_LIMIT_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "BUSINESS_LIMIT_EXCEEDED" | "QUOTA_MONTHLY_LIMIT_EXCEEDED" | "QUOTA_RATE_LIMIT_EXCEEDED" | "SYSTEM_RATE_LIMIT_EXCEEDED";
        });
      };
    };
    /**
     * @description - `DB_CONNECTION_FAILED`: The database did not answer in time.
     * - `DB_CONNECTION_FAILED`: The database does not accept the user or the password of its address.
     * - `DB_CONNECTION_FAILED`: The database cannot be reached at the moment.
     * - `SYSTEM_INTERNAL_ERROR`: Something went wrong on our side.
     */
    Problem500_3: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "DB_CONNECTION_FAILED" | "SYSTEM_INTERNAL_ERROR";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "DB_CONNECTION_FAILED" | "SYSTEM_INTERNAL_ERROR";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_PATTERN`: The pattern was not found.
     */
    Problem404_8: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PATTERN";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PATTERN";
        });
      };
    };
    /**
     * @description - `NOT_FOUND_DATABASE`: The database was not found.
     * - `NOT_FOUND_ORGANIZATION`: The organization of this key is gone.
     * - `NOT_FOUND_PATTERN`: The pattern was not found.
     */
    Problem404_9: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & ({
          /** @enum {string} */
          error_code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PATTERN";
        });
        "application/problem+json": components["schemas"]["ProblemDocument"] & ({
          /** @enum {string} */
          code: "NOT_FOUND_DATABASE" | "NOT_FOUND_ORGANIZATION" | "NOT_FOUND_PATTERN";
        });
      };
    };
    /** @description - `VALIDATION_ERROR`: This query would not be run for a question: the guard refuses it. */
    Problem422_6: {
      headers: {
        "X-Request-ID": components["headers"]["RequestId"];
        "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
      };
      content: {
        "application/json": components["schemas"]["Problem"] & {
          /** @enum {string} */
          error_code: "VALIDATION_ERROR";
        };
        "application/problem+json": components["schemas"]["ProblemDocument"] & {
          /** @enum {string} */
          code: "VALIDATION_ERROR";
        };
      };
    };
  };
  parameters: {
    /**
     * @description The tenant whose rows are meant; required where the database keeps tenants apart.
     * @example 1
     */
    TenantId?: string;
    /**
     * @description The user, department or role whose conversations are meant.
     * @example me
     */
    ScopeId?: string;
    /** @description Says tenant and scope in their place, signed by your own server (HS256), where the database of a public key asks for it. */
    IdentityToken?: string;
    /** @description Used as the trace id of this request; one is made when it is absent or no plain word. */
    RequestIdOfCaller?: string;
    /** @description The same key and the same request: one answer, for 24 hours. */
    IdempotencyKey?: string;
    /** @description Resumes after this event, and never asks. Browsers send it by themselves. */
    LastEventId?: string;
    /** @description `respond-async` asks for 202 and a place to look. The question may then take longer, an hour at most, and so may its query: ten minutes, or what its database says. Such queries run in a share of the places of their own, one for a caller and two for a tenant; who has none yet is `queued`. With a public key the usual limits stay. */
    Prefer?: string;
    /**
     * @description The user, department or role whose conversations are meant.
     * @example me
     */
    RequiredScopeId: string;
  };
  requestBodies: never;
  headers: {
    /** @description The trace id of the request. */
    RequestId: string;
    /** @description Requests that the tightest limit allows. */
    RateLimitLimit: number;
    /** @description Requests that it has left. */
    RateLimitRemaining: number;
    /** @description When it begins anew: Unix time in seconds. */
    RateLimitReset: number;
    /** @description The methods that it takes. */
    Allow: string;
    /** @description The answer belongs to an earlier request with this Idempotency-Key. */
    IdempotentReplayed: "true";
    /** @description Where the result will be. */
    Location: string;
    /** @description The preference that was followed. */
    PreferenceApplied: string;
    /** @description Seconds to wait before the next try. */
    RetryAfter: number;
  };
  pathItems: never;
}

export type $defs = Record<string, never>;

export type external = Record<string, never>;

export interface operations {

  /**
   * Ask a question, or append a message
   * @description A body with `message` asks; one with `role` and `content` appends a message to a conversation and asks nothing.
   */
  postChatMessage: {
    parameters: {
      query?: {
        /** @description As the header Last-Event-ID. */
        last_event_id?: string;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        "Last-Event-ID"?: components["parameters"]["LastEventId"];
        Prefer?: components["parameters"]["Prefer"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "message": "How many orders were placed last month?"
         * }
         */
        "application/json": components["schemas"]["AppendRequest"] | components["schemas"]["ChatRequest"];
      };
    };
    responses: {
      /** @description Done. Or: The events of the turn, with `Accept: text/event-stream`. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ChatAnswer"];
          };
          "text/event-stream": string;
        };
      };
      /** @description Appended. */
      201: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["AppendedMessage"];
            message: string;
          };
        };
      };
      /** @description Taken in, with `Prefer: respond-async`: it is answered whether or not anybody waits. */
      202: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          Location: components["headers"]["Location"];
          "Preference-Applied": components["headers"]["PreferenceApplied"];
          "Retry-After": components["headers"]["RetryAfter"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["AcceptedTurn"];
          };
        };
      };
      /** @description A resumed stream has nothing to add. */
      204: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: never;
      };
      400: components["responses"]["ChatProblem400"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404"];
      406: components["responses"]["ChatProblem406"];
      409: components["responses"]["ChatProblem409"];
      413: components["responses"]["ChatProblem413"];
      415: components["responses"]["ChatProblem415"];
      422: components["responses"]["ChatProblem422"];
      429: components["responses"]["ChatProblem429"];
      500: components["responses"]["ChatProblem500"];
      503: components["responses"]["ChatProblem503"];
    };
  };
  /**
   * Conversations of the scope, latest first
   * @description What was asked without `X-Scope-Id` is filed under the scope `default`.
   */
  getChatConversations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id": components["parameters"]["RequiredScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: {
              conversations: components["schemas"]["Conversation"][];
              cursor: string;
              hasMore: boolean;
            };
          };
        };
      };
      400: components["responses"]["ChatProblem400_2"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403_2"];
      404: components["responses"]["ChatProblem404_2"];
      406: components["responses"]["ChatProblem406"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /** Messages of one conversation, or all of the scope, newest first */
  getChatHistory: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        conversation_id?: string;
      };
      header: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id": components["parameters"]["RequiredScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: {
              messages: components["schemas"]["Message"][];
              cursor: string;
              hasMore: boolean;
            };
          };
        };
      };
      400: components["responses"]["ChatProblem400_2"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403_2"];
      404: components["responses"]["ChatProblem404_3"];
      406: components["responses"]["ChatProblem406"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /**
   * Stop a turn
   * @description Stops it down to its statement in the database. A turn that has ended stays as it is.
   */
  postChatTurnsByTurnIdCancel: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        turn_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: {
              /** Format: uuid */
              turn_id: string;
              cancelled: boolean;
              message: string;
            };
          };
        };
      };
      400: components["responses"]["ChatProblem400_3"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404_4"];
      406: components["responses"]["ChatProblem406"];
      413: components["responses"]["ChatProblem413"];
      415: components["responses"]["ChatProblem415"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /**
   * Get a ticket for a stream, for a browser’s EventSource
   * @description An EventSource sends no headers, and a key has no place in an address. A ticket opens one stream, `GET /chat/{conversation_id}/stream?ticket=…`, within 60 seconds and without a key, for the tenant, scope, conversation and database that it was made for. The same address comes back to that turn (`Last-Event-ID`) for its time limit and five minutes more, and asks nothing else.
   */
  postChatStreamTickets: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "conversation_id": "new"
         * }
         */
        "application/json": components["schemas"]["StreamTicketRequest"];
      };
    };
    responses: {
      /** @description Made. */
      201: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["StreamTicket"];
          };
        };
      };
      400: components["responses"]["ChatProblem400_4"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404_3"];
      406: components["responses"]["ChatProblem406"];
      409: components["responses"]["ChatProblem409_2"];
      413: components["responses"]["ChatProblem413"];
      415: components["responses"]["ChatProblem415"];
      422: components["responses"]["ChatProblem422_2"];
      429: components["responses"]["ChatProblem429_3"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /**
   * Rate an answer
   * @description Up or down, with a comment or without; the latest rating counts. History shows it in `metadata.feedback`.
   */
  postChatMessagesByMessageIdFeedback: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        message_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "rating": "up",
         *   "comment": "Exactly."
         * }
         */
        "application/json": components["schemas"]["FeedbackRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Feedback"];
          };
        };
      };
      400: components["responses"]["ChatProblem400_3"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404_5"];
      406: components["responses"]["ChatProblem406"];
      413: components["responses"]["ChatProblem413"];
      415: components["responses"]["ChatProblem415"];
      422: components["responses"]["ChatProblem422_2"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /**
   * Rows of an answer
   * @description JSON, or CSV with `format=csv` or `Accept: text/csv`. In CSV, text that a spreadsheet would take for a formula has an apostrophe before it, and `X-Results-Truncated` says that there were more rows than were kept.
   */
  getChatMessagesByMessageIdResults: {
    parameters: {
      query?: {
        format?: "json" | "csv";
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        message_id: string;
      };
    };
    responses: {
      /** @description Done. Or: The rows as CSV, with a header line. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Results"];
          };
          "text/csv": string;
        };
      };
      400: components["responses"]["ChatProblem400_2"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404_5"];
      406: components["responses"]["ChatProblem406"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /**
   * Ask a question in a conversation
   * @description The id `new` starts a conversation.
   */
  postChatByConversationIdMessage: {
    parameters: {
      query?: {
        /** @description As the header Last-Event-ID. */
        last_event_id?: string;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        "Last-Event-ID"?: components["parameters"]["LastEventId"];
        Prefer?: components["parameters"]["Prefer"];
      };
      path: {
        /** @example new */
        conversation_id: string | "new";
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "message": "And per month?"
         * }
         */
        "application/json": components["schemas"]["ChatRequest"];
      };
    };
    responses: {
      /** @description Done. Or: The events of the turn, with `Accept: text/event-stream`. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ChatAnswer"];
          };
          "text/event-stream": string;
        };
      };
      /** @description Taken in, with `Prefer: respond-async`: it is answered whether or not anybody waits. */
      202: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          Location: components["headers"]["Location"];
          "Preference-Applied": components["headers"]["PreferenceApplied"];
          "Retry-After": components["headers"]["RetryAfter"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["AcceptedTurn"];
          };
        };
      };
      /** @description A resumed stream has nothing to add. */
      204: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: never;
      };
      400: components["responses"]["ChatProblem400"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404"];
      406: components["responses"]["ChatProblem406"];
      409: components["responses"]["ChatProblem409"];
      413: components["responses"]["ChatProblem413"];
      415: components["responses"]["ChatProblem415"];
      422: components["responses"]["ChatProblem422"];
      429: components["responses"]["ChatProblem429"];
      500: components["responses"]["ChatProblem500"];
      503: components["responses"]["ChatProblem503"];
    };
  };
  /**
   * Ask a question and follow its answer, or resume following one
   * @description Server-sent events. With `Last-Event-ID` it resumes and never asks; the id `new` starts a conversation. With `ticket` it needs no key.
   */
  getChatByConversationIdStream: {
    parameters: {
      query?: {
        /** @description As the header Last-Event-ID. */
        last_event_id?: string;
        /** @example How many customers are there? */
        message?: string;
        database_id?: string;
        personality_id?: string;
        session_id?: string;
        idempotency_key?: string;
        /** @description In place of a key: for a browser’s EventSource, which sends no headers. */
        ticket?: string;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        "Last-Event-ID"?: components["parameters"]["LastEventId"];
      };
      path: {
        /** @example new */
        conversation_id: string | "new";
      };
    };
    responses: {
      /** @description The events of the turn. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "text/event-stream": string;
        };
      };
      /** @description A resumed stream has nothing to add. */
      204: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: never;
      };
      400: components["responses"]["ChatProblem400_5"];
      401: components["responses"]["ChatProblem401_2"];
      403: components["responses"]["ChatProblem403"];
      404: components["responses"]["ChatProblem404"];
      406: components["responses"]["ChatProblem406"];
      409: components["responses"]["ChatProblem409"];
      422: components["responses"]["ChatProblem422"];
      429: components["responses"]["ChatProblem429"];
      500: components["responses"]["ChatProblem500"];
      503: components["responses"]["ChatProblem503"];
    };
  };
  /** All messages of a conversation, oldest first */
  getChatByConversationIdHistory: {
    parameters: {
      header: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id": components["parameters"]["RequiredScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        conversation_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: {
              /** Format: uuid */
              conversation_id: string;
              messages: components["schemas"]["ConversationMessage"][];
              organization_id: number;
              user_id: number;
            };
          };
        };
      };
      400: components["responses"]["ChatProblem400_2"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403_2"];
      404: components["responses"]["ChatProblem404_3"];
      406: components["responses"]["ChatProblem406"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /**
   * Delete a conversation and all its messages
   * @description Turns that still run in it are cancelled.
   */
  deleteChatByConversationId: {
    parameters: {
      header: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id": components["parameters"]["RequiredScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        conversation_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: {
              message: string;
            };
          };
        };
      };
      400: components["responses"]["ChatProblem400_3"];
      401: components["responses"]["ChatProblem401"];
      403: components["responses"]["ChatProblem403_2"];
      404: components["responses"]["ChatProblem404_3"];
      406: components["responses"]["ChatProblem406"];
      413: components["responses"]["ChatProblem413"];
      415: components["responses"]["ChatProblem415"];
      429: components["responses"]["ChatProblem429_2"];
      500: components["responses"]["ChatProblem500_2"];
      503: components["responses"]["ChatProblem503_2"];
    };
  };
  /** Colours, logos and widget theme of the organization */
  getBranding: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Branding"];
          };
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Replace colours, logos and widget theme
   * @description Whatever is left out is as it was in the beginning. Needs the Professional plan or a higher one.
   */
  putBranding: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "colors": {
         *     "primary": "#1f6f5c"
         *   },
         *   "widget_theme": {
         *     "greeting_message": "Hello!"
         *   }
         * }
         */
        "application/json": components["schemas"]["BrandingRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Branding"];
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Change some of the colours, logos and widget theme
   * @description Whatever is left out stays, and null is as it was in the beginning.
   */
  patchBranding: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "hide_service_branding": true
         * }
         */
        "application/json": components["schemas"]["BrandingPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Branding"];
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** The organization of the key: its plan, its limits, and what is used of them */
  getOrganization: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Organization"];
          };
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Remove the organization of the key, and all it has, for good
   * @description Its keys are out with their next request, the one of this request too; running questions are cancelled. Conversations, databases with their addresses, logs and all else are erased in the minutes after. Nothing is changed in its databases themselves.
   */
  deleteOrganization: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrganizationRemoval"];
      };
    };
    responses: {
      /** @description It is removed; what it had is being erased. */
      202: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          Location: components["headers"]["Location"];
          "Preference-Applied": components["headers"]["PreferenceApplied"];
          "Retry-After": components["headers"]["RetryAfter"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Call the organization something else
   * @description Plan, status and limits are changed by whoever operates the service.
   */
  patchOrganization: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "Market Square"
         * }
         */
        "application/json": components["schemas"]["OrganizationPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Organization"];
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * API keys, oldest first
   * @description Those that ended too. No text of a key can be read again.
   */
  getApiKeys: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ApiKey"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Make an API key
   * @description The answer is the only one that holds its text. A key gives nobody more than its maker may do.
   */
  postApiKeys: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "reports",
         *   "permissions": [
         *     "chat",
         *     "history"
         *   ]
         * }
         */
        "application/json": components["schemas"]["ApiKeyRequest"];
      };
    };
    responses: {
      /** @description Made. */
      201: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ShownApiKey"];
          };
        };
      };
      400: components["responses"]["Problem400_4"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** One API key */
  getApiKeysByApiKeyId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        api_key_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ApiKey"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_3"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Revoke an API key
   * @description It is worth nothing from the next request on, for good, and stays in the list.
   */
  deleteApiKeysByApiKeyId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        api_key_id: string;
      };
    };
    responses: {
      /** @description Revoked. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_3"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Change what an API key is called, and its limits
   * @description What is left out stays, and null takes a limit away. It holds from the next request of the key on.
   */
  patchApiKeysByApiKeyId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        api_key_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "monthly reports"
         * }
         */
        "application/json": components["schemas"]["ApiKeyPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ApiKey"];
          };
        };
      };
      400: components["responses"]["Problem400_5"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_3"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Give an API key another text
   * @description The answer is the only one that holds the new text. The one before ends at once, or after `grace_seconds`.
   */
  postApiKeysByApiKeyIdRotate: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        api_key_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "grace_seconds": 3600
         * }
         */
        "application/json": components["schemas"]["ApiKeyRotation"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ShownApiKey"];
          };
        };
      };
      400: components["responses"]["Problem400_6"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_3"];
      406: components["responses"]["Problem406"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** Connected databases, oldest first */
  getDatabases: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Database"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Connect a database
   * @description Tries the address, reads the tables, and proposes what each tenant may see. With scoping, only tables that carry the tenant column are open; what else is proposed waits in `to_confirm`. A database of more tables than can be used is refused: `include` chooses some.
   */
  postDatabases: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "crm",
         *   "url": "sqlite:/srv/tabletalk/.tabletalk/demo/shops.db",
         *   "requires_organization_scoping": true
         * }
         */
        "application/json": components["schemas"]["ConnectDatabaseRequest"];
      };
    };
    responses: {
      /** @description Connected. */
      201: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ConnectedDatabase"];
          };
        };
      };
      400: components["responses"]["Problem400_7"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_2"];
      429: components["responses"]["Problem429_2"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /** A connected database */
  getDatabasesByDatabaseId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Database"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Forget a database, and end its keys
   * @description Nothing is changed in the database itself; conversations about it can still be read and deleted.
   */
  deleteDatabasesByDatabaseId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Forgotten. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Change name, address, scoping, chosen tables or time limit of a database
   * @description Whatever is left out stays. A new address is tried first. Another tenant column begins the policy anew: tables without it wait to be confirmed. Other tables in `include` are read and classified; what was decided about those that are left out stays.
   */
  patchDatabasesByDatabaseId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "customers"
         * }
         */
        "application/json": components["schemas"]["DatabasePatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Database"];
          };
        };
      };
      400: components["responses"]["Problem400_8"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_3"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /**
   * Try the connection of a database
   * @description Connects, reads the tables, and says what its user may do beyond that. Changes nothing.
   */
  postDatabasesByDatabaseIdTest: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["DatabaseTest"];
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_3"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /**
   * Read the tables of a database again
   * @description Answers with a job. It classifies new tables, and tells what waits to be confirmed, where the policy has drifted, and which indexes are missing. While one runs, another request is told of the same.
   */
  postDatabasesByDatabaseIdIndex: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Begun; `Location` says where to look. */
      202: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          Location: components["headers"]["Location"];
          "Preference-Applied": components["headers"]["PreferenceApplied"];
          "Retry-After": components["headers"]["RetryAfter"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Job"];
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429_4"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503_3"];
    };
  };
  /**
   * Tables, columns and keys of a database, or its collections
   * @description As the schema file of the command has it.
   */
  getDatabasesByDatabaseIdSchema: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["DatabaseSchema"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      422: components["responses"]["Problem422_4"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500_2"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /**
   * What each tenant may see of a database
   * @description As the policy file of the command has it; `PUT` takes the same.
   */
  getDatabasesByDatabaseIdPolicy: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Policy"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Replace what each tenant may see of a database
   * @description Tables and columns that are not there, and fields that nobody knows, are refused with their place.
   */
  putDatabasesByDatabaseIdPolicy: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "version": 1,
         *   "engine": "sqlite",
         *   "tenant": {
         *     "column": "shop_id",
         *     "type": "integer"
         *   },
         *   "tables": {
         *     "orders": {
         *       "mode": "tenant"
         *     }
         *   }
         * }
         */
        "application/json": components["schemas"]["PolicyRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Policy"];
          };
        };
      };
      400: components["responses"]["Problem400_9"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_4"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500_2"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /** Confirm what is proposed, share or close tables */
  patchDatabasesByDatabaseIdPolicy: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "deny": [
         *     "suppliers"
         *   ]
         * }
         */
        "application/json": components["schemas"]["PolicyPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ReviewedPolicy"];
          };
        };
      };
      400: components["responses"]["Problem400_9"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_4"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500_2"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /** What waits to be confirmed, where the policy has drifted, and which indexes it misses */
  getDatabasesByDatabaseIdPolicyReview: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["PolicyReview"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      422: components["responses"]["Problem422_4"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500_2"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /**
   * What people call the tables, columns and values of a database
   * @description As the glossary file of the command has it; `PUT` takes the same.
   */
  getDatabasesByDatabaseIdGlossary: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["GlossaryOutput"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Replace what people call the tables, columns and values of a database
   * @description Tables and columns that are not there, and fields that nobody knows, are refused with their place. Callers and models see the words for what they may see.
   */
  putDatabasesByDatabaseIdGlossary: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "tables": [
         *     {
         *       "table": "orders",
         *       "synonyms": [
         *         "purchase"
         *       ]
         *     }
         *   ],
         *   "phrases": [
         *     {
         *       "phrase": "turnover",
         *       "table": "orders",
         *       "measure": {
         *         "aggregate": "sum",
         *         "column": "total"
         *       }
         *     }
         *   ]
         * }
         */
        "application/json": components["schemas"]["Glossary"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["GlossaryOutput"];
          };
        };
      };
      400: components["responses"]["Problem400_9"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_4"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500_2"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /** Whether database keys need identity tokens */
  getDatabasesByDatabaseIdIdentity: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["DatabaseIdentity"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Require identity tokens of database keys, or only accept them
   * @description The first answer, and those with `rotate`, are the only ones that hold the secret: your own server signs tokens (JWT, HS256) of `tenant_id`, `scope_id` and `exp` with it, and pages send them in X-Identity-Token.
   */
  putDatabasesByDatabaseIdIdentity: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        database_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "required": true
         * }
         */
        "application/json": components["schemas"]["DatabaseIdentityRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["ShownDatabaseIdentity"];
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Jobs that index databases, latest first
   * @description Without their results, which each of them tells by itself.
   */
  getJobs: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Job"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * How far a job is
   * @description A job that indexes a database, or a question under the id of its turn, for those who see its conversation.
   */
  getJobsByJobId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Identity-Token"?: components["parameters"]["IdentityToken"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        job_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Job"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403_3"];
      404: components["responses"]["Problem404_4"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503_3"];
    };
  };
  /**
   * Stop a job that indexes a database
   * @description What it has stored by then stays. Questions are stopped by `POST /chat/turns/{turn_id}/cancel`.
   */
  deleteJobsByJobId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        job_id: string;
      };
    };
    responses: {
      /** @description Cancelled. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_9"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_5"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503_3"];
    };
  };
  /**
   * Changes of what the organization has, latest first
   * @description Who changed what and when, and whether the change took place. Of secrets it is only said that they were changed. `action`, `actor`, `subject_id`, `since` and `until` narrow it down, together too.
   */
  getAudit: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
        /** @description As `database.created`. One that nobody took finds nothing. */
        action?: string;
        /** @description The id of a key or of a user, or `key`, `user` or `command`. */
        actor?: string;
        /** @description The id of what was changed. */
        subject_id?: string;
        /** @description Not before this moment. */
        since?: string;
        /** @description Before this moment. */
        until?: string;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["AuditEntry"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** Personalities of the organization, by name */
  getPersonalities: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Personality"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Make a personality
   * @description It shapes how answers are worded, never what is looked up: `system_prompt` (who answers) and `instructions` (how) reach the model that words rows, below its own rules, and never the one that writes queries. Questions name it as `personality_id`. `links` lets answers link addresses that stand in the rows or in its own words; without `qa` only questions about the data are answered.
   */
  postPersonalities: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "Sommelier",
         *   "style": "CASUAL",
         *   "system_prompt": "You advise the guests of a wine shop.",
         *   "greeting": "Cheers!"
         * }
         */
        "application/json": components["schemas"]["PersonalityRequest"];
      };
    };
    responses: {
      /** @description Made. */
      201: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Personality"];
          };
        };
      };
      400: components["responses"]["Problem400_7"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** One personality */
  getPersonalitiesByPersonalityId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        personality_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Personality"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_6"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Remove a personality
   * @description Questions that still name it are refused.
   */
  deletePersonalitiesByPersonalityId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        personality_id: string;
      };
    };
    responses: {
      /** @description Removed. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_6"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Change a personality
   * @description Whatever is left out stays, and null is as where nothing was said. It holds from the next answer on.
   */
  patchPersonalitiesByPersonalityId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        personality_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "links": true
         * }
         */
        "application/json": components["schemas"]["PersonalityPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Personality"];
          };
        };
      };
      400: components["responses"]["Problem400_7"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_6"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Sessions of the organization, the last used first
   * @description Of one scope with `scope_id`.
   */
  getSessions: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
        scope_id?: string;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Session"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** One session */
  getSessionsBySessionId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        session_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Session"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_7"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Forget a session
   * @description Its conversations stay. One of them that is continued by its own id begins the session anew.
   */
  deleteSessionsBySessionId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        session_id: string;
      };
    };
    responses: {
      /** @description Forgotten. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_7"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Verified queries, the newest first
   * @description Of one database with `database_id`.
   */
  getPatterns: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
        database_id?: string;
      };
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
    };
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Pattern"][];
            pagination: components["schemas"]["Pagination"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_2"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Verify a query for a question
   * @description The guard of the database judges the query now, and again for everyone who asks. A question that has one is answered by it without a model; a model is shown those of similar questions.
   */
  postPatterns: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "database_id": "5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01",
         *   "question": "How many customers do we have?",
         *   "query": "SELECT count(*) AS customers FROM customers"
         * }
         */
        "application/json": components["schemas"]["PatternRequest"];
      };
    };
    responses: {
      /** @description Saved. */
      201: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Pattern"];
          };
        };
      };
      400: components["responses"]["Problem400_7"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404"];
      406: components["responses"]["Problem406"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_5"];
      429: components["responses"]["Problem429_5"];
      500: components["responses"]["Problem500_3"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /** One verified query */
  getPatternsByPatternId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        pattern_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Pattern"];
          };
        };
      };
      400: components["responses"]["Problem400_3"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_8"];
      406: components["responses"]["Problem406"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /** Remove a verified query */
  deletePatternsByPatternId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        pattern_id: string;
      };
    };
    responses: {
      /** @description Removed. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            message: string;
          };
        };
      };
      400: components["responses"]["Problem400_2"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_8"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  /**
   * Change a verified query
   * @description Whatever is left out stays. The query is judged by the guard as it is when it is saved.
   */
  patchPatternsByPatternId: {
    parameters: {
      header?: {
        "X-Tenant-Id"?: components["parameters"]["TenantId"];
        "X-Scope-Id"?: components["parameters"]["ScopeId"];
        "X-Request-ID"?: components["parameters"]["RequestIdOfCaller"];
      };
      path: {
        pattern_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "verified_by": "Ann"
         * }
         */
        "application/json": components["schemas"]["PatternPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            success: true;
            data: components["schemas"]["Pattern"];
          };
        };
      };
      400: components["responses"]["Problem400_7"];
      401: components["responses"]["Problem401_2"];
      403: components["responses"]["Problem403_2"];
      404: components["responses"]["Problem404_9"];
      406: components["responses"]["Problem406"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422_6"];
      429: components["responses"]["Problem429_3"];
      500: components["responses"]["Problem500_3"];
      503: components["responses"]["Problem503_2"];
    };
  };
  /** Whether the process lives */
  getHealthz: {
    responses: {
      /** @description It does. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @constant */
            status: "ok";
          };
        };
      };
    };
  };
  /** Whether it can take questions */
  getReadyz: {
    responses: {
      /** @description It can. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            /** @enum {string} */
            status: "ready" | "not ready";
            checks: {
              store: boolean;
              temporal: boolean;
              draining: boolean;
              /** @description Whether every index of the store stands; without one, it can take questions. */
              indexes: boolean;
            };
            /** @description Indexes of the store that could not be made, each with why. */
            missing?: string[];
          };
        };
      };
      /** @description It cannot; `checks` names what is missing. */
      503: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Retry-After": components["headers"]["RetryAfter"];
        };
        content: {
          "application/json": {
            /** @enum {string} */
            status: "ready" | "not ready";
            checks: {
              store: boolean;
              temporal: boolean;
              draining: boolean;
              /** @description Whether every index of the store stands; without one, it can take questions. */
              indexes: boolean;
            };
            /** @description Indexes of the store that could not be made, each with why. */
            missing?: string[];
          };
        };
      };
    };
  };
  /** This document */
  getOpenapiJson: {
    responses: {
      /** @description OpenAPI 3.1. */
      200: {
        headers: {
          "X-Request-ID": components["headers"]["RequestId"];
          "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
        };
        content: {
          "application/json": {
            openapi: string;
            [key: string]: unknown;
          };
        };
      };
    };
  };
}
