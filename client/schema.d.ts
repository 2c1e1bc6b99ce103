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
         * @description The names of all main categories, the best-selling of the default period first. Start here.
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
         * @description The names of the sub-categories of one main category, the best-selling of the default period first.
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
         * @description Amount and orders of every main category over the default period against the equally long period before it.
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
         * @description The sub-categories of one main category that sold in the range, by amount.
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
         * @description Amount, orders, merchants and members of one main category in the range, beside those of the previous period.
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
         * @description The five other sub-categories that most of its members also bought, always over the default period.
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
         * @description Amount, orders, merchants and members of one sub-category in the range, beside those of the previous period.
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
         * @description The ten tags that most of the products sold in the range carry.
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
         * @description The account a key belongs to, what is left on it, what every endpoint costs now, and what is published: the days that the data covers, the defaults, the currency.
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
    "/api/account/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote for a call
         * @description The price of one call now, and the days it covers. Give the path and the dates of the call; other parameters are ignored.
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
    "/api/account/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Last calls
         * @description The newest calls of all keys of the account that cost points: 50 at most, newest first.
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
         * @description One call of the account that cost points, by its request id; otherwise 404. Ids from before they began with a time are not found.
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
            /** @description With 402 only. */
            data?: {
                /** @description Points the account has. */
                balance?: number;
                /** @description Points the call costs. */
                required?: number;
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
            /** @description Transaction amount in that week. */
            total_amount: number;
            /** @description Number of transactions (orders) in that week. */
            trade_count: number;
            /** @description Average order value in that week. */
            avg_amount: number;
        };
        Focus: {
            /** @description Number of transactions (orders), all payment methods. */
            tradeCount: number;
            /** @description Transaction amount, all payment methods. */
            totalAmount: number;
            /** @description Average order value, all payment methods. */
            avgAmount: number;
            /** @description Distinct merchants with an order. */
            merchantCount: number;
            /** @description Distinct members. Counts only lines paid by credit card, credit card installment or card-network debit that carry a member. */
            audienceCount: number;
            /** @description Number of transactions (orders). Same basis as audienceCount. */
            audienceTradeCount: number;
            /** @description Transaction amount. Same basis as audienceCount. */
            audienceAmount: number;
            /** @description Orders per member: audienceTradeCount / audienceCount. Same basis as audienceCount. */
            frequency: number;
            /** @description Amount per member: audienceAmount / audienceCount. Same basis as audienceCount. */
            arpu: number;
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
                /** @description Id of the key that made it; not the key. */
                id: string;
                /** @description Its last four characters. */
                last4: string;
            };
            /** @description Points it cost. */
            points: number;
            /** @description What was asked: the parameters that were sent and taken. Long values are shortened; null for calls from before this was kept. */
            parameters: {
                [key: string]: string;
            } | null;
            /** @description The `x-request-id` of its answer. */
            request_id: string;
            /** @description Points left after it. */
            balance: number;
        };
    };
    responses: {
        /** @description A parameter or header is wrong, or the request is not valid HTTP: the message says what it must be. */
        E400: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
                "preference-applied": components["headers"]["preference-applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description **Missing API key**: The `x-api-key` header is absent: add it.
         *
         *     **Invalid API key**: The key does not exist, is malformed, was deleted, or its grace time after a rotation is over: check it, or ask for a new one.
         */
        E401: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description **API 点數餘額不足**: Not enough points: the balance (`data.balance`) is below the price of the call (`data.required`). Top up, or ask for fewer days.
         *
         *     **Price is above x-max-points**: The balance would be enough, but the call costs more than its `x-max-points` allows: raise it to `data.required`, or ask for fewer days.
         */
        E402: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description **API key is inactive**: The key was deactivated: use another one, or ask for it to be activated.
         *
         *     **API key owner is inactive**: The account that the key belongs to was deactivated: ask whoever runs the service.
         */
        E403: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such path, or no such call of the account. */
        E404: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Over the requests per second of the key, or over its time for free calls: wait as long as `Retry-After` says. */
        E429: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
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
         * @description **Internal server error**: Something failed on our side. Nothing was charged; try again.
         *
         *     **It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once**: The connection to the accounts was lost while the call was being charged. Repeat it with the `Idempotency-Key` that it had: it is charged once in all. Without one, look at `/api/account/calls` first.
         */
        E500: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description **No data has been published yet**: The service has nothing to answer from: nothing has been imported so far, or every order was removed. Ask whoever runs it.
         *
         *     **The accounts are being moved to another server**: Nothing was charged: wait as long as `Retry-After` says, and try again.
         */
        E503: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-points-charged": components["headers"]["x-points-charged"];
                "x-points-balance": components["headers"]["x-points-balance"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
        category: string;
        /** @description Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used. */
        sub: string;
        /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
        start: string;
        /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
        end: string;
        /** @description The most you want to pay: a dearer call is refused with 402. */
        maxPoints: number;
        /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
        idempotencyKey: string;
        /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
        prefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description Points it cost. */
        "x-points-charged": number;
        /** @description Points left. */
        "x-points-balance": number;
        /** @description Version of the data behind the answer. */
        "x-data-version": number;
        /** @description Those of `category` and `sub` whose value names nothing, so that the default was used. Absent where there is none. */
        "x-fallback": string;
        /** @description Names sent that this path does not take, at most ten; `?` for one of other characters. Absent where there is none. */
        "x-ignored-parameters": string;
        /** @description Cells (a scope and a week) behind this answer that are not shown: they are about too few people or merchants. Absent without disclosure control. */
        "x-suppressed": number;
        /** @description `handling=strict` where the call preferred it. */
        "preference-applied": string;
        /** @description `true` where the call was paid before, under the same `Idempotency-Key`, and cost nothing. */
        "idempotent-replayed": string;
        /** @description Request id; quote it to support. */
        "x-request-id": string;
        /** @description The limit, a structured field of draft-ietf-httpapi-ratelimit-headers-11: `q` requests per key, in the sandbox per address, in `w` seconds. With a limit set, every other answer to a valid key has it too. */
        "ratelimit-policy": string;
        /** @description What is left of that limit, wherever it is told: `r` requests for `t` seconds. */
        ratelimit: string;
        /** @description Seconds to wait. */
        "retry-after": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    metaCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    metaSubCategories: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                            /** @description The main category actually used. */
                            category: string;
                            /** @description Sub-category names. */
                            subCategories: string[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    overviewPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
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
                                /** @description Orders paid by it; an order paid by two methods counts under both. */
                                count: number;
                                /** @description Its share of the sum of the counts, such as `45.3%`. */
                                percent: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    overviewRanking: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
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
                                /** @description Transaction amount in the range. */
                                total_amount: number;
                                /** @description Number of transactions (orders) in the range. */
                                trade_count: number;
                                /** @description Average order value: total_amount / trade_count. */
                                avg_amount: number;
                                /** @description Its best-selling sub-categories, largest first. */
                                top_subs: string[];
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    overviewGrowth: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
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
                                /** @description Growth of the amount in percent; 100 where there was nothing before. */
                                growth_rate: number;
                                /** @description Orders in the current period. */
                                current_count: number;
                                /** @description Orders in the previous period. */
                                previous_count: number;
                                /** @description Growth of the orders in percent; may be negative. */
                                count_growth_rate: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    trendsOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
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
                            /** @description Every week with a day in both the range and the data, in order, each with the figures of the whole week. */
                            trend: components["schemas"]["TrendPoint"][];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    marketPayment: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "market-payment";
                            /** @description The main category actually used. */
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
                                /** @description Orders paid by it; an order paid by two methods counts under both. */
                                count: number;
                                /** @description Its share of the sum of the counts, such as `45.3%`. */
                                percent: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    marketSubRanking: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "market-sub-ranking";
                            /** @description The main category actually used. */
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
                                /** @description Transaction amount in the range. */
                                total_amount: number;
                                /** @description Number of transactions (orders) in the range. */
                                trade_count: number;
                                /** @description Average order value: total_amount / trade_count. */
                                avg_amount: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    marketFocus: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "market-focus";
                            /** @description The main category actually used. */
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
                            /** @description The metrics of the range. */
                            focus: components["schemas"]["Focus"];
                            /** @description The same metrics of the previous period, the equally long range before `start`; null unless the data covers all of both. */
                            prevFocus: components["schemas"]["Focus"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    trendsMarket: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "market";
                            /** @description The main category actually used. */
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
                            /** @description Every week with a day in both the range and the data, in order, each with the figures of the whole week. */
                            trend: components["schemas"]["TrendPoint"][];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    subMarketRelatedPurchases: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used. */
                sub?: components["parameters"]["sub"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "sub-market-related-purchases";
                            /** @description The main category actually used. */
                            category: string;
                            /** @description The sub-category actually used. */
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
                                /** @description Members who bought both. */
                                memberCount: number;
                                /** @description Share of the sum of the listed memberCounts. */
                                percent: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    trendsSubMarket: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used. */
                sub?: components["parameters"]["sub"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "sub-market";
                            /** @description The main category actually used. */
                            category: string;
                            /** @description The sub-category actually used. */
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
                            /** @description Every week with a day in both the range and the data, in order, each with the figures of the whole week. */
                            trend: components["schemas"]["TrendPoint"][];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    subMarketFocus: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used. */
                sub?: components["parameters"]["sub"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "sub-market-focus";
                            /** @description The main category actually used. */
                            category: string;
                            /** @description The sub-category actually used. */
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
                            /** @description The metrics of the range. */
                            focus: components["schemas"]["Focus"];
                            /** @description The same metrics of the previous period, the equally long range before `start`; null unless the data covers all of both. */
                            prevFocus: components["schemas"]["Focus"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
    subMarketTags: {
        parameters: {
            query?: {
                /** @description Main category name. Missing or unknown: the default one; the answer echoes the one used. */
                category?: components["parameters"]["category"];
                /** @description Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used. */
                sub?: components["parameters"]["sub"];
                /** @description First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there. */
                start?: components["parameters"]["start"];
                /** @description Last day, `YYYY-MM-DD`. With `start` only: the end of the default period. */
                end?: components["parameters"]["end"];
            };
            header?: {
                /** @description The most you want to pay: a dearer call is refused with 402. */
                "x-max-points"?: components["parameters"]["maxPoints"];
                /** @description Any text. The same call with the same text within one hour is answered again and costs nothing. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of charge, in place of a default. */
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
                    "x-fallback": components["headers"]["x-fallback"];
                    "x-ignored-parameters": components["headers"]["x-ignored-parameters"];
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
                             * @description Identifies the kind of answer.
                             * @constant
                             */
                            type: "sub-market-tags";
                            /** @description The main category actually used. */
                            category: string;
                            /** @description The sub-category actually used. */
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
                                /** @description Products with this tag that sold in the range. */
                                count: number;
                                /** @description Their share of the sold products that carry any tag. Tags overlap, so this need not add up to 100. */
                                percent: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            402: components["responses"]["E402"];
            403: components["responses"]["E403"];
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
                            /** @description Points left. */
                            balance: number;
                            /** @description The key that made this call. */
                            key: {
                                /** @description Id of the key used; not the key. */
                                id: string;
                                /** @description Its last four characters. */
                                last4: string;
                            };
                            /** @description What every path costs now. */
                            prices: {
                                /** @description Path of the call. */
                                path: string;
                                /** @description Base points; 0 is a free call. */
                                base: number;
                                /** @description `fixed`: the base, always. `per-period`: the base × periods started. */
                                kind: "fixed" | "per-period";
                            }[];
                            /** @description The published data; null before the first publication. */
                            data: {
                                /** @description Version of the published data; answers from it carry it in `x-data-version`. */
                                version: number;
                                /** @description First and last day that has an order. */
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
                                /** @description Whether trends are by week or by month. */
                                granularity: "week" | "month";
                                /** @description Used where `category` is missing or unknown. */
                                default_category: string;
                                /** @description Used where `sub` is missing or unknown, in that category. */
                                default_sub: string;
                                /** @description ISO 4217 code of all amounts; null where the operator has not said. */
                                currency: string | null;
                                /** @description Time zone of all days, as an IANA name. */
                                time_zone: string;
                                /** @description What a figure needs to be shown; null: everything is. */
                                privacy: {
                                    /** @description Fewest people in a cell (a scope and a week); 0 is off. */
                                    min_people: number;
                                    /** @description Fewest merchants in a cell; 0 is off. */
                                    min_merchants: number;
                                    /** @description Most percent of a cell's amount that one person may have; a merchant too unless min_merchants is 0. */
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
                /** @description `start` of the call. */
                start?: string;
                /** @description `end` of the call. */
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
                            /** @description Path of the call. */
                            path: string;
                            /** @description What the call costs. */
                            points: number;
                            /** @description First day of the range; null for a path without a period. */
                            start: string | null;
                            /** @description Last day of the range; null for a path without a period. */
                            end: string | null;
                            /** @description Days of the range that lie inside the data: only these are charged for. */
                            days: number;
                            /** @description Default periods started by these days, 1 for a fixed price: the base is multiplied by this. */
                            periods: number;
                            /** @description Points the account has. */
                            balance: number;
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
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
                            /** @description Calls that were charged. */
                            calls: number;
                            /** @description Points they cost. */
                            points: number;
                            /** @description Days with a charged call. */
                            days: {
                                /**
                                 * Format: date
                                 * @description Day, in business time.
                                 */
                                day: string;
                                /** @description Calls that were charged. */
                                calls: number;
                                /** @description Points they cost. */
                                points: number;
                                /** @description The same day by path, most points first. */
                                paths: {
                                    /** @description Path of the call. */
                                    path: string;
                                    /** @description Calls that were charged. */
                                    calls: number;
                                    /** @description Points they cost. */
                                    points: number;
                                }[];
                            }[];
                            /** @description All days by path, most points first. */
                            paths: {
                                /** @description Path of the call. */
                                path: string;
                                /** @description Calls that were charged. */
                                calls: number;
                                /** @description Points they cost. */
                                points: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["E400"];
            401: components["responses"]["E401"];
            403: components["responses"]["E403"];
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
            429: components["responses"]["E429"];
            500: components["responses"]["E500"];
            503: components["responses"]["E503"];
        };
    };
}
