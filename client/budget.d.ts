/** What a call came to: points, or undefined where it is not known whether it was charged, or how much. */
export type Cost = number | undefined;
/**
 * Points that all calls of a client may cost together. Paid calls wait for one another: what is left for the next is
 * known only once a call has been paid. One that may have been charged counts as all that it was allowed to cost.
 */
export declare class Budget {
    #private;
    constructor(points: number);
    get left(): number;
    /** Makes a call that may cost as much as is left, or less where it says so. `costOf` tells what came of it. */
    spend<T>(atMost: number | undefined, call: (cap: number) => Promise<T>, costOf: (answered: {
        value: T;
    } | {
        error: unknown;
    }) => Cost): Promise<T>;
}
