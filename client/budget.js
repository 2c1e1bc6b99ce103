/**
 * Points that all calls of a client may cost together. Paid calls wait for one another: what is left for the next is
 * known only once a call has been paid. One that may have been charged counts as all that it was allowed to cost.
 */
export class Budget {
    #left;
    #turn = Promise.resolve();
    constructor(points) {
        if (!Number.isInteger(points) || points < 0)
            throw new RangeError('budget must be a whole number of points, 0 or more');
        this.#left = points;
    }
    get left() {
        return this.#left;
    }
    /** Makes a call that may cost as much as is left, or less where it says so. `costOf` tells what came of it. */
    spend(atMost, call, costOf) {
        const run = async () => {
            const cap = Math.min(this.#left, atMost ?? this.#left);
            const take = (cost) => {
                this.#left = Math.max(0, this.#left - (cost ?? cap));
            };
            try {
                const value = await call(cap);
                take(costOf({ value }));
                return value;
            }
            catch (error) {
                take(costOf({ error }));
                throw error;
            }
        };
        const made = this.#turn.then(run);
        this.#turn = made.catch(() => undefined);
        return made;
    }
}
