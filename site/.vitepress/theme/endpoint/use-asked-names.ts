import type { Ref } from 'vue';
import { type Asked, targetOf } from '../call/call.ts';
import { CATEGORIES_PATH, SUB_CATEGORIES_PATH } from '../key/name-lists.ts';
import type { Paid } from '../key/paid.ts';
import { mayAsk, type UseAccount } from '../key/use-account.ts';
import { useNames } from '../key/use-names.ts';
import type { Holder } from './use-holder.ts';

type NameField = 'category' | 'sub';

/** The names that a call asks for: the lists to choose them from, and whether the data of a holder have them. */
export function useAskedNames(
  holder: Ref<Holder>,
  asked: Ref<Asked>,
  { account, paid }: { account: UseAccount; paid: Paid },
) {
  const baseOf = ({ path }: Asked) => holder.value.prices.find((price) => price.path === path)?.base ?? 0;
  const whose = () => ({ ...holder.value, version: holder.value.data?.version });
  const names = useNames(whose, () => account, paid, baseOf);
  const given = (...fields: NameField[]) =>
    asked.value.parameters.filter(([name]) => fields.some((field) => field === name));
  const listOf = (field: NameField): Asked =>
    field === 'category'
      ? { path: CATEGORIES_PATH, parameters: [] }
      : { path: SUB_CATEGORIES_PATH, parameters: given('category') };

  const upTo = (field: NameField): Asked => ({
    path: asked.value.path,
    parameters: field === 'category' ? given('category') : given('category', 'sub'),
  });

  const isUnknown = (field: NameField) =>
    given(field).some(([, name]) => names.isUnknown(name, listOf(field), upTo(field)));

  return {
    of: (field: NameField) => names.of(listOf(field)),
    load: (field: NameField) => names.load(listOf(field)),
    costOf: (field: NameField) => (paid.isFree(targetOf(listOf(field))) ? 0 : baseOf(listOf(field))),
    isUnknown,
    /** Whether the data have the names of a question that another market's were filled into. */
    async check(): Promise<void> {
      if (!mayAsk(holder.value, asked.value.path)) return;
      for (const field of ['category', 'sub'] as const)
        if (isUnknown(field) || (given(field).length > 0 && (await names.check(upTo(field))))) return;
    },
    clear: names.clear,
  };
}
