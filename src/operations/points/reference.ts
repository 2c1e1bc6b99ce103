import { OWN_REFERENCES } from '../../accounts/grants.ts';
import { checkedText, MAX_LINE } from '../account-fields.ts';
import { InputError } from '../operation.ts';
import { optional, text } from '../schema.ts';

export const REFERENCE = optional(
  text({
    description: 'what it is called elsewhere, such as a payment: the same again changes nothing',
    maxLength: MAX_LINE,
  }),
);

/** A reference that says nothing is refused: it would be the same for all. */
export function checkedReference(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const reference = checkedText('reference', given, false, 1);
  if (OWN_REFERENCES.some((own) => reference.startsWith(own)))
    throw new InputError(`{reference} must not begin with ${OWN_REFERENCES.join(' or ')}`);
  return reference;
}
