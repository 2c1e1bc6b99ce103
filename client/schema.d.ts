export interface paths {
    "/api/public/meta/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the main categories
         * @description Names of all main categories, best-selling in the default period first. Start here.
         */
        get: operations["metaCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/meta/sub-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sub-categories of a main category
         * @description Names of the sub-categories of one main category, best-selling in the default period first.
         */
        get: operations["metaSubCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/overview/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payment methods of the whole market
         * @description How the orders of the whole market were paid over the default period.
         */
        get: operations["overviewPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/overview/ranking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ranking of the main categories
         * @description The main categories by amount over the default period, each with its three best-selling sub-categories.
         */
        get: operations["overviewRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/overview/growth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Growth of the main categories
         * @description Amount and orders of every main category in the default period, compared with the previous period. Where the data begins later, the newer half of its full weeks is compared with the older half.
         */
        get: operations["overviewGrowth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/trends/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Weekly trend of the whole market
         * @description Amount, orders and average order value of the whole market, week by week, over the default period.
         */
        get: operations["trendsOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/market/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payment methods of a main category
         * @description How the orders of one main category were paid in the range.
         */
        get: operations["marketPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/market/sub-ranking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ranking of the sub-categories
         * @description The sub-categories of one main category with sales in the range, by amount.
         */
        get: operations["marketSubRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/market/focus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Key figures of a main category
         * @description Amount, orders, merchants and members of one main category in the range, and in the previous period.
         */
        get: operations["marketFocus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/trends/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Weekly trend of a main category
         * @description Amount, orders and average order value of one main category, week by week.
         */
        get: operations["trendsMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sub-market/related-purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Related purchases of a sub-category
         * @description The five other sub-categories that its buyers bought most often, always over the default period.
         */
        get: operations["subMarketRelatedPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/trends/sub-market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Weekly trend of a sub-category
         * @description Amount, orders and average order value of one sub-category, week by week.
         */
        get: operations["trendsSubMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sub-market/focus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Key figures of a sub-category
         * @description Amount, orders, merchants and members of one sub-category in the range, and in the previous period.
         */
        get: operations["subMarketFocus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/sub-market/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tags of a sub-category
         * @description The ten most common tags of the products sold in the range.
         */
        get: operations["subMarketTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balance, prices and coverage
         * @description Balance, current prices, and the published data: its days, defaults and currency.
         */
        get: operations["account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Points by grant
         * @description The grants that have points left, in the order in which they are used: what expires first, then what is older.
         */
        get: operations["accountPoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote for a call
         * @description A dry run of one call: its price now, the days it covers, and what it would use. Send its path and parameters, and its `Prefer: handling=strict`: then the quote is refused where the call would be.
         */
        get: operations["accountQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage by day and path
         * @description What the account was charged, over at most 366 days. Without dates: the last 30 days.
         */
        get: operations["accountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statement of a month
         * @description The points of the account in a month: the opening balance, what came, went and was used, and the closing balance. Without `month`: this month so far.
         */
        get: operations["accountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recent calls
         * @description The newest charged calls of all keys of the account: 50 at most, newest first.
         */
        get: operations["accountCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One call
         * @description One charged call of the account, by its request id; 404 if there is none.
         */
        get: operations["accountCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description The HTTP status. */
            code: number;
            /** @description What happened. */
            msg: string;
            /** @description With 402 and 404 only. */
            data?: {
                /** @description `max_points` or `key_limit`, where the balance is enough. */
                reason?: string;
                /** @description Your balance. */
                balance?: number;
                /** @description Points the call costs. */
                required?: number;
                /** @description Points left of the limit. */
                left?: number;
                /**
                 * Format: date-time
                 * @description When it begins again.
                 */
                resets?: string;
                /** @description The path that was probably meant. */
                did_you_mean?: string;
            };
        };
        TrendPoint: {
            /** @description The week as `MM/DD-MM/DD` (the month as `YYYY-MM` in the monthly fallback). The name is kept for existing clients. */
            month: string;
            /**
             * Format: date
             * @description Monday of the week. Absent in the monthly fallback.
             */
            week_start?: string;
            /**
             * Format: date
             * @description Sunday of the week. Absent in the monthly fallback.
             */
            week_end?: string;
            /** @description Amount in that week. */
            total_amount: number;
            /** @description Orders in that week. */
            trade_count: number;
            /** @description Average order in that week. */
            avg_amount: number;
            /**
             * @description The week is suppressed, not zero.
             * @constant
             */
            suppressed?: true;
        };
        Focus: {
            /** @description Orders, all payment methods. */
            tradeCount: number;
            /** @description Amount, all payment methods. */
            totalAmount: number;
            /** @description Average order, all payment methods. */
            avgAmount: number;
            /** @description Distinct merchants with an order. */
            merchantCount: number;
            /** @description Distinct members. Counts only purchases of members by the payment methods that your provider chose, usually cards. */
            audienceCount: number;
            /** @description Orders. Same basis as audienceCount. */
            audienceTradeCount: number;
            /** @description Amount. Same basis as audienceCount. */
            audienceAmount: number;
            /** @description Orders per member: audienceTradeCount / audienceCount. Same basis as audienceCount. */
            frequency: number;
            /** @description Amount per member: audienceAmount / audienceCount. Same basis as audienceCount. */
            arpu: number;
            /**
             * @description The period is suppressed, not zero.
             * @constant
             */
            suppressed?: true;
            /**
             * @description The audience is suppressed, not zero.
             * @constant
             */
            audienceSuppressed?: true;
        };
        Call: {
            /**
             * Format: date-time
             * @description When it was charged, in UTC.
             */
            time: string;
            /** @description Path of the call. */
            path: string;
            /** @description The key that made the call. */
            key: {
                /** @description Id of the key that made it, not the key itself. */
                id: string;
                /** @description Its last four characters. */
                last4: string;
            };
            /** @description Points charged. */
            points: number;
            /** @description Parameters that the path takes, as sent: an unknown name, not the default used for it. Long values are shortened; null for older calls. */
            parameters: {
                [key: string]: string;
            } | null;
            /** @description The `Idempotency-Key` it was sent with; null without one. An API key sent as one is shown as its SHA-256. */
            idempotency_key: string | null;
            /** @description The `x-request-id` of its answer. */
            request_id: string;
            /** @description Balance after the call. */
            balance: number;
        };
    };
    responses: {
        /** @description The answer that `If-None-Match` names has not changed. It costs nothing and has no body. */
        Unchanged: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
                "x-data-version": components["headers"]["x-data-version"];
                etag: components["headers"]["etag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `invalid_encoding`: Path or query is not percent-encoded UTF-8, or the path has a backslash, or an empty, `.` or `..` segment.
         *
         *     `duplicate_parameter`: A parameter is given more than once.
         *
         *     `invalid_parameter`: A parameter has a value it does not take: the message names the accepted ones.
         *
         *     `invalid_range`: `start` is after `end`, or the range is longer than this path takes.
         *
         *     `invalid_header`: `x-max-points`, `Idempotency-Key` or `Prefer` has a value it does not take.
         *
         *     `unknown_parameter`: Strict calls only: this path does not take the parameter.
         *
         *     `empty_parameter`: Strict calls only: a parameter is empty, which often is a variable without a value.
         *
         *     `unknown_category`: Strict calls only: no main category has this name.
         *
         *     `unknown_sub`: Strict calls only: the category has no sub-category of this name.
         *
         *     `outside_data`: Strict calls only: no day of the range is inside the data.
         *
         *     `idempotency_key_reused`: The `Idempotency-Key` was used for another call within the last hour: send a new one.
         */
        E400: {
            headers: {
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-charged"?: number;
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-balance"?: number;
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                link: components["headers"]["link"];
                "preference-applied": components["headers"]["preference-applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `missing_key`: The `x-api-key` header is absent: add it.
         *
         *     `invalid_key`: The key is malformed, unknown, deleted or expired: check it, or ask for a new one.
         */
        E401: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                link: components["headers"]["link"];
                "www-authenticate": components["headers"]["www-authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `insufficient_points`: Not enough points (this message has the same Chinese text in every language): the balance (`data.balance`) is below the price of the call (`data.required`). Top up, or ask for fewer days.
         *
         *     `max_points`: The price is above the `x-max-points` you sent: raise it to `data.required`, or ask for fewer days.
         *
         *     `key_limit`: The limit of the key or its account has `data.left` points left: wait until `data.resets`.
         */
        E402: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
                link: components["headers"]["link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `inactive_key`: The key was deactivated: use another one, or ask for it to be activated.
         *
         *     `inactive_owner`: The account of this key was deactivated: contact your provider.
         *
         *     `not_allowed`: The key is limited to other paths or categories: use another key.
         */
        E403: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: There is no such path, or your account has no such call. `data.did_you_mean` names the path that was probably meant. */
        E404: {
            headers: {
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-charged"?: number;
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-balance"?: number;
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                link: components["headers"]["link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `method_not_allowed`: The path takes other methods: see the `Allow` header. */
        E405: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                allow: components["headers"]["allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `too_many_requests`: Too many requests per second with this key: wait as long as `Retry-After` says.
         *
         *     `free_budget`: No processing time is left for free calls; paid calls are answered: wait as long as `Retry-After` says.
         */
        E429: {
            headers: {
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-charged"?: number;
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-balance"?: number;
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                "ratelimit-policy": components["headers"]["ratelimit-policy"];
                ratelimit: components["headers"]["ratelimit"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `internal_error`: Something failed on our side. Nothing was charged; try again.
         *
         *     `charge_unknown`: The connection to the accounts was lost. Retry with the same `Idempotency-Key`: the call is charged once in total. Without one, check `/api/account/calls` first.
         */
        E500: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `no_data`: Nothing was imported yet, or every order was removed. Contact your provider.
         *
         *     `accounts_moving`: Nothing was charged: wait as long as `Retry-After` says, and try again.
         *
         *     `account_busy`: The account is being changed, which takes longer than usual. Nothing was charged: wait as long as `Retry-After` says, and try again.
         */
        E503: {
            headers: {
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-charged"?: number;
                /** @description Absent if the request was refused before its key was looked up. */
                "x-points-balance"?: number;
                "x-request-id": components["headers"]["x-request-id"];
                "x-error-code": components["headers"]["x-error-code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
        category: string;
        /** @description Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`. */
        sub: string;
        /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
        start: string;
        /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
        end: string;
        /** @description The most you want to pay: a more expensive call is refused with 402. */
        maxPoints: number;
        /** @description The same call with the same key within one hour is answered again and costs nothing. */
        idempotencyKey: string;
        /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
        ifNoneMatch: string;
        /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
        prefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description Points charged. */
        "x-points-charged": number;
        /** @description Balance in points. */
        "x-points-balance": number;
        /** @description Version of the data behind the answer. */
        "x-data-version": number;
        /** @description Names the answer, for `If-None-Match`. */
        etag: string;
        /** @description `category` or `sub`, if the name is unknown and the default was used. Absent otherwise. */
        "x-fallback": string;
        /** @description Parameters that this path does not take, at most ten; `?` for a name with unusual characters. Absent otherwise. */
        "x-ignored-parameters": string;
        /** @description Days of the range outside the data, which are free. Absent if there is none. */
        "x-days-outside": number;
        /** @description The days that the answer compares its range with, both included. Absent if it compares nothing. */
        "x-compared": string;
        /** @description Weekly figures left out of this answer because they are based on too few people or merchants. Absent without disclosure control. */
        "x-suppressed": number;
        /** @description `handling=strict` if the call asked for it. */
        "preference-applied": string;
        /** @description `true` if the call was paid before, with the same `Idempotency-Key`, and cost nothing. */
        "idempotent-replayed": string;
        /** @description Request id; quote it to support. */
        "x-request-id": string;
        /** @description The error, as a code for programs. Codes keep their meaning; new ones are added. */
        "x-error-code": "not_found" | "method_not_allowed" | "missing_key" | "invalid_key" | "inactive_key" | "inactive_owner" | "too_many_requests" | "free_budget" | "no_data" | "sandbox_unavailable" | "malformed_request" | "invalid_encoding" | "duplicate_parameter" | "invalid_parameter" | "invalid_range" | "invalid_header" | "unknown_parameter" | "empty_parameter" | "unknown_category" | "unknown_sub" | "outside_data" | "not_allowed" | "idempotency_key_reused" | "insufficient_points" | "max_points" | "key_limit" | "body_not_accepted" | "body_too_large" | "unsupported_media_type" | "invalid_message" | "unknown_method" | "foreign_origin" | "request_timeout" | "headers_too_large" | "busy" | "accounts_moving" | "account_busy" | "internal_error" | "charge_unknown";
        /** @description The limit, a structured field of draft-ietf-httpapi-ratelimit-headers-11: `q` requests per key, in the sandbox per address, in `w` seconds. If a limit is set, every answer to a valid key has it. */
        "ratelimit-policy": string;
        /** @description What is left of that limit: `r` requests for the next `t` seconds. */
        ratelimit: string;
        /** @description Seconds to wait. */
        "retry-after": number;
        /** @description How to send a key. */
        "www-authenticate": string;
        /** @description The methods that the path takes. */
        allow: string;
        /** @description The page that helps. */
        link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    metaCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description Main category names. */
                            categories: string[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    metaSubCategories: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description The main category used. */
                            category: string;
                            /** @description Sub-category names. */
                            subCategories: string[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    overviewPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "overview-payment";
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By count, largest first, then name. */
                            items: {
                                /** @description Payment method. */
                                name: string;
                                /** @description Orders paid this way; an order with two methods counts under both. */
                                count: number;
                                /** @description Share of all counts, such as `45.3%`. */
                                percent: string;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    overviewRanking: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "overview-ranking";
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By total_amount, largest first, then name. */
                            items: {
                                /** @description Main category name. */
                                name: string;
                                /** @description Main category name, as in `name`. */
                                producttypename: string;
                                /** @description Amount in the range. */
                                total_amount: number;
                                /** @description Orders in the range; one that spans several counts in each. */
                                trade_count: number;
                                /** @description Average order: total_amount / trade_count. */
                                avg_amount: number;
                                /** @description Its best-selling sub-categories, largest first. */
                                top_subs: string[];
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    overviewGrowth: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "x-compared": components["headers"]["x-compared"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "overview-growth";
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By growth_rate, then count_growth_rate, largest first, then name. */
                            items: {
                                /** @description Main category name. */
                                producttypename: string;
                                /** @description Amount in the current period. */
                                current_amount: number;
                                /** @description Amount in the previous period. */
                                previous_amount: number;
                                /** @description Growth of the amount in percent, negative if it fell; 100 if there was nothing before. */
                                growth_rate: number;
                                /** @description Orders in the current period. */
                                current_count: number;
                                /** @description Orders in the previous period. */
                                previous_count: number;
                                /** @description Growth of the orders in percent, negative if they fell; 100 if there were none before. */
                                count_growth_rate: number;
                                /**
                                 * @description The category is suppressed, not zero.
                                 * @constant
                                 */
                                suppressed?: true;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    trendsOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "overview";
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description `week`, or `month` in the monthly fallback. */
                            granularity: "week" | "month";
                            /** @description Every week with a day in both the range and the data, oldest first; figures are of the whole week. */
                            trend: components["schemas"]["TrendPoint"][];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    marketPayment: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "market-payment";
                            /** @description The main category used. */
                            category: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By count, largest first, then name. */
                            items: {
                                /** @description Payment method. */
                                name: string;
                                /** @description Orders paid this way; an order with two methods counts under both. */
                                count: number;
                                /** @description Share of all counts, such as `45.3%`. */
                                percent: string;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    marketSubRanking: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "market-sub-ranking";
                            /** @description The main category used. */
                            category: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By total_amount, largest first, then name. */
                            items: {
                                /** @description Sub-category name. */
                                name: string;
                                /** @description Amount in the range. */
                                total_amount: number;
                                /** @description Orders in the range; one that spans several counts in each. */
                                trade_count: number;
                                /** @description Average order: total_amount / trade_count. */
                                avg_amount: number;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    marketFocus: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "x-compared": components["headers"]["x-compared"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "market-focus";
                            /** @description The main category used. */
                            category: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description Key figures of the range. */
                            focus: components["schemas"]["Focus"];
                            /** @description The same key figures for the previous period, the equally long range before `start`; null unless the data covers both in full. */
                            prevFocus: components["schemas"]["Focus"] | null;
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    trendsMarket: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "market";
                            /** @description The main category used. */
                            category: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description `week`, or `month` in the monthly fallback. */
                            granularity: "week" | "month";
                            /** @description Every week with a day in both the range and the data, oldest first; figures are of the whole week. */
                            trend: components["schemas"]["TrendPoint"][];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    subMarketRelatedPurchases: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`. */
                sub?: components["parameters"]["sub"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "sub-market-related-purchases";
                            /** @description The main category used. */
                            category: string;
                            /** @description The sub-category used. */
                            subCategory: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By memberCount, largest first, then category, then sub-category. */
                            items: {
                                /** @description Main category of the related purchase. */
                                category: string;
                                /** @description Sub-category of the related purchase. */
                                subCategory: string;
                                /** @description Members who bought both, whatever they paid with. */
                                memberCount: number;
                                /** @description Share of all listed memberCount values, in percent: not of all buyers. */
                                percent: number;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    trendsSubMarket: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`. */
                sub?: components["parameters"]["sub"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "sub-market";
                            /** @description The main category used. */
                            category: string;
                            /** @description The sub-category used. */
                            subCategory: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description `week`, or `month` in the monthly fallback. */
                            granularity: "week" | "month";
                            /** @description Every week with a day in both the range and the data, oldest first; figures are of the whole week. */
                            trend: components["schemas"]["TrendPoint"][];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    subMarketFocus: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`. */
                sub?: components["parameters"]["sub"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "x-compared": components["headers"]["x-compared"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "sub-market-focus";
                            /** @description The main category used. */
                            category: string;
                            /** @description The sub-category used. */
                            subCategory: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description Key figures of the range. */
                            focus: components["schemas"]["Focus"];
                            /** @description The same key figures for the previous period, the equally long range before `start`; null unless the data covers both in full. */
                            prevFocus: components["schemas"]["Focus"] | null;
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    subMarketTags: {
        parameters: {
            query?: {
                /** @description Main category name. If missing or unknown, the default is used and returned in `category`. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`. */
                sub?: components["parameters"]["sub"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a more expensive call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description The same call with the same key within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "x-data-version": components["headers"]["x-data-version"];
                    etag: components["headers"]["etag"];
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
                    "x-days-outside": components["headers"]["x-days-outside"];
                    "x-suppressed": components["headers"]["x-suppressed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * @description Kind of answer.
                             * @constant
                             */
                            type: "sub-market-tags";
                            /** @description The main category used. */
                            category: string;
                            /** @description The sub-category used. */
                            subCategory: string;
                            /**
                             * Format: date
                             * @description First day of the range used.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day of the range used.
                             */
                            end: string;
                            /** @description By count, largest first, then key, then value. */
                            items: {
                                /** @description Tag dimension, such as a type or a function. */
                                key: string;
                                /** @description Tag value. */
                                value: string;
                                /** @description Products with this tag sold in the range. */
                                count: number;
                                /** @description Share of the sold products that have any tag. Tags overlap, so shares may not add up to 100. */
                                percent: number;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description Account name. */
                            account: string;
                            /** @description Balance in points. */
                            balance: number;
                            /** @description The key that made this call. */
                            key: {
                                /** @description Id of the key, not the key itself. */
                                id: string;
                                /** @description Its last four characters. */
                                last4: string;
                                /** @description Paths it may call; null: all. */
                                paths: string[] | null;
                                /** @description Main categories it may ask for; null: all. */
                                categories: string[] | null;
                            };
                            /** @description Current price of every path. */
                            prices: {
                                /** @description Path of the call. */
                                path: string;
                                /** @description Base points; 0 is a free call. */
                                base: number;
                                /** @description `fixed`: always the base. `per-period`: the base × started periods. */
                                kind: "fixed" | "per-period";
                            }[];
                            /** @description The published data; null before the first publication. */
                            data: {
                                /** @description Version of the published data; answers carry it in `x-data-version`. */
                                version: number;
                                /** @description First and last day with an order. */
                                coverage: {
                                    /**
                                     * Format: date
                                     * @description First day.
                                     */
                                    start: string;
                                    /**
                                     * Format: date
                                     * @description Last day.
                                     */
                                    end: string;
                                };
                                /** @description The range of a call without dates. */
                                default_period: {
                                    /**
                                     * Format: date
                                     * @description First day.
                                     */
                                    start: string;
                                    /**
                                     * Format: date
                                     * @description Last day.
                                     */
                                    end: string;
                                };
                                /** @description Days inside the data that one base price covers. */
                                period_days: number;
                                /** @description Unit of trends: week or month. */
                                granularity: "week" | "month";
                                /** @description Used if `category` is missing or unknown; for a limited key, one to send. */
                                default_category: string;
                                /** @description Used if `sub` is missing or unknown there. */
                                default_sub: string;
                                /** @description ISO 4217 code of all amounts; null if your provider has not set it. */
                                currency: string | null;
                                /** @description Time zone of all days, as an IANA name. */
                                time_zone: string;
                                /** @description Thresholds for showing a figure; null: everything is shown. */
                                privacy: {
                                    /** @description Minimum number of people behind a weekly figure; 0: not tested. */
                                    min_people: number;
                                    /** @description Minimum number of merchants behind a weekly figure; 0: not tested. */
                                    min_merchants: number;
                                    /** @description Largest share of a weekly amount that one person may have, in percent; applies to merchants too unless min_merchants is 0. */
                                    max_share: number;
                                } | null;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    accountPoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description Balance in points: what is left of all grants. */
                            balance: number;
                            /** @description In the order of use. */
                            grants: {
                                /** @description Number of the grant. */
                                id: number;
                                /** @description What it is: `paid`, `promotional`, `correction`, `plan` or `refund`. */
                                kind: string;
                                /** @description Points granted. */
                                points: number;
                                /** @description Points left of it. */
                                left: number;
                                /**
                                 * Format: date-time
                                 * @description When it was granted, in UTC.
                                 */
                                time: string;
                                /** @description Last day it is valid on; null if it does not expire. */
                                expires: string | null;
                                /** @description What it was granted for, such as the number of a payment; null without one. */
                                reference: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    accountQuote: {
        parameters: {
            query: {
                /** @description Path of the call. */
                path: string;
                /** @description `category` of the call. */
                category?: string;
                /** @description `sub` of the call. */
                sub?: string;
                /** @description `start` of the call. */
                start?: string;
                /** @description `end` of the call. */
                end?: string;
            };
            header?: {
                /** @description `handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day of the data is refused with 400, free of charge. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description Path of the call. */
                            path: string;
                            /** @description What the call costs. */
                            points: number;
                            /** @description First day of the range; null for a path without a period. */
                            start: string | null;
                            /** @description Last day of the range; null for a path without a period. */
                            end: string | null;
                            /** @description Days of the range inside the data: only these are billed. */
                            days: number;
                            /** @description Started default periods, by which the base is multiplied; 1 for a fixed price. */
                            periods: number;
                            /** @description Your balance. */
                            balance: number;
                            /** @description The main category that the call would use; null for a path without one. */
                            category: string | null;
                            /** @description The sub-category that the call would use; null for a path without one. */
                            subCategory: string | null;
                            /** @description Parameters whose name is unknown, so that the default would be used. */
                            fallback: ("category" | "sub")[];
                            /** @description Parameters that the path does not take. */
                            ignored: string[];
                            /** @description Days of the range outside the data: these are free. */
                            days_outside: number;
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    accountUsage: {
        parameters: {
            query?: {
                /** @description First day, `YYYY-MM-DD`. */
                start?: string;
                /** @description Last day, `YYYY-MM-DD`. */
                end?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /**
                             * Format: date
                             * @description First day.
                             */
                            start: string;
                            /**
                             * Format: date
                             * @description Last day.
                             */
                            end: string;
                            /** @description Charged calls. */
                            calls: number;
                            /** @description Points charged. */
                            points: number;
                            /** @description Days with a charged call. */
                            days: {
                                /**
                                 * Format: date
                                 * @description Day, in the time zone of the service.
                                 */
                                day: string;
                                /** @description Charged calls. */
                                calls: number;
                                /** @description Points charged. */
                                points: number;
                                /** @description The same day by path, most points first. */
                                paths: {
                                    /** @description Path of the call. */
                                    path: string;
                                    /** @description Charged calls. */
                                    calls: number;
                                    /** @description Points charged. */
                                    points: number;
                                }[];
                            }[];
                            /** @description All days by path, most points first. */
                            paths: {
                                /** @description Path of the call. */
                                path: string;
                                /** @description Charged calls. */
                                calls: number;
                                /** @description Points charged. */
                                points: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    accountStatement: {
        parameters: {
            query?: {
                /** @description Month, `YYYY-MM`. */
                month?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description Account name. */
                            account: string;
                            /** @description Month, `YYYY-MM`. */
                            month: string;
                            /** @description Time zone in which the month begins and ends, as an IANA name. */
                            time_zone: string;
                            /** @description Balance at the beginning of the month. */
                            opening: number;
                            /** @description Points granted, oldest first. */
                            granted: {
                                /** @description Its number in the account. */
                                id: number;
                                /**
                                 * Format: date-time
                                 * @description When it happened, in UTC.
                                 */
                                time: string;
                                /** @description What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`. */
                                kind: string;
                                /** @description Points; negative if they were taken back or have expired. */
                                points: number;
                                /** @description What it was for, such as the number of a payment; null without one. */
                                reference: string | null;
                                /** @description Number of the grant it is of; null without one, or with several. */
                                of_grant: number | null;
                            }[];
                            /** @description Points of calls that were refunded, oldest first. */
                            refunded: {
                                /** @description Its number in the account. */
                                id: number;
                                /**
                                 * Format: date-time
                                 * @description When it happened, in UTC.
                                 */
                                time: string;
                                /** @description What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`. */
                                kind: string;
                                /** @description Points; negative if they were taken back or have expired. */
                                points: number;
                                /** @description What it was for, such as the number of a payment; null without one. */
                                reference: string | null;
                                /** @description Number of the grant it is of; null without one, or with several. */
                                of_grant: number | null;
                            }[];
                            /** @description Points taken back, oldest first. */
                            taken: {
                                /** @description Its number in the account. */
                                id: number;
                                /**
                                 * Format: date-time
                                 * @description When it happened, in UTC.
                                 */
                                time: string;
                                /** @description What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`. */
                                kind: string;
                                /** @description Points; negative if they were taken back or have expired. */
                                points: number;
                                /** @description What it was for, such as the number of a payment; null without one. */
                                reference: string | null;
                                /** @description Number of the grant it is of; null without one, or with several. */
                                of_grant: number | null;
                            }[];
                            /** @description Points that expired, oldest first. */
                            expired: {
                                /** @description Its number in the account. */
                                id: number;
                                /**
                                 * Format: date-time
                                 * @description When it happened, in UTC.
                                 */
                                time: string;
                                /** @description What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`. */
                                kind: string;
                                /** @description Points; negative if they were taken back or have expired. */
                                points: number;
                                /** @description What it was for, such as the number of a payment; null without one. */
                                reference: string | null;
                                /** @description Number of the grant it is of; null without one, or with several. */
                                of_grant: number | null;
                            }[];
                            /** @description Charged calls by path, most points first. */
                            paths: {
                                /** @description Path of the call. */
                                path: string;
                                /** @description Charged calls. */
                                calls: number;
                                /** @description Points charged. */
                                points: number;
                            }[];
                            /** @description The same calls by key, most points first. */
                            keys: {
                                /** @description Id of the key, not the key itself. */
                                id: string;
                                /** @description Name of the key; empty without one. */
                                name: string;
                                /** @description Its last four characters. */
                                last4: string;
                                /** @description Charged calls. */
                                calls: number;
                                /** @description Points charged. */
                                points: number;
                            }[];
                            /** @description Balance at the end of the month: the opening balance, plus all changes, less all calls. */
                            closing: number;
                            /** @description Whether nothing can change any more: from ten minutes after the end of the month. */
                            final: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    accountCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: {
                            /** @description Newest first. */
                            calls: components["schemas"]["Call"][];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    accountCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `x-request-id` of its answer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-points-charged": components["headers"]["x-points-charged"];
                    "x-points-balance": components["headers"]["x-points-balance"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["Call"];
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
            404: components["responses"]["E404"];
            405: components["responses"]["E405"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
}
