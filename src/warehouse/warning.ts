/** Something that looks wrong, though nothing was refused for it. */
export interface Warning {
  readonly code:
    | 'no-audience'
    | 'no-cancelled'
    | 'usual-cancelled'
    | 'blank-status'
    | 'shortened-ids'
    | 'utc-days'
    | 'one-member'
    | 'thin-last-week'
    | 'gap'
    | 'lost-orders'
    | 'long-hidden'
    | 'wrong-encoding'
    | 'line-breaks'
    | 'unclear-amounts'
    | 'unclear-total'
    | 'several-currencies'
    | 'doubled-rows'
    | 'many-new-names'
    | 'many-removed'
    | 'more-lines'
    | 'fewer-lines'
    | 'empty-table'
    | 'not-found'
    | 'no-members'
    | 'no-merchants'
    | 'all-closed'
    | 'still-weekly'
    | 'demo-data';
  readonly message: string;
}
