import {
  computed,
  nextTick,
  onMounted,
  type Ref,
  reactive,
  ref,
  shallowReactive,
  shallowRef,
  watch,
} from 'vue';
import type { Language } from '../../../languages.ts';
import { type Asked, type Outcome, targetOf } from '../call/call.ts';
import { quoteFromFacts } from '../call/price.ts';
import { SANDBOX_DATA } from '../call/sandbox.ts';
import { keptOfDays } from '../explorer/state/kept-answer.ts';
import { buy } from '../key/buy.ts';
import { keptAnswers, openKept } from '../key/kept.ts';
import { Paid } from '../key/paid.ts';
import { hasKey, tabStore } from '../key/session-key.ts';
import { mayAsk, useAccount } from '../key/use-account.ts';
import type { Dates } from '../shared/dates.ts';
import { mistakesIn } from './mistakes.ts';
import type { CallSpec, Values } from './spec.ts';
import { useAskedNames } from './use-asked-names.ts';
import { type Holder, useHolder } from './use-holder.ts';

/** What was paid for, also where the explorer asked for the default period without dates, and this page does with them. */
function keptFor(asked: Asked, data: { readonly default_period?: Dates } | undefined) {
  const found = keptAnswers.get(targetOf(asked));
  if (found) return found;
  const { category: _, sub: __, start, end, ...others } = Object.fromEntries(asked.parameters);
  const dates = start && end ? { start, end } : start || end ? undefined : data?.default_period;
  return dates && Object.keys(others).length === 0 ? keptOfDays(asked, dates) : undefined;
}

/** What was asked, and what came back. It stays as it is, whatever is filled in afterwards. */
export interface Answered {
  readonly asked: Asked;
  /** Undefined: the example of the documentation. */
  readonly at: string | undefined;
  readonly isSandbox: boolean;
  readonly currency: string | undefined;
  /** Of the data that it is from. */
  readonly coverage: Dates | undefined;
  readonly outcome: Outcome;
  /** The id of the call that was charged for it: this one, or the one that it repeats. */
  readonly chargedBy?: string | undefined;
}

const NO_RECEIPT = {
  charged: undefined,
  balance: undefined,
  requestId: undefined,
  version: undefined,
  suppressed: undefined,
};

/**
 * One call as one state: what is asked, its price, and the answers so far. Form, code and answer are made of it. `page` is
 * where it stands.
 */
export function useCall(spec: CallSpec, language: Ref<Language>, page: string) {
  const store = tabStore();
  const live = useAccount(store, true);
  const paid = new Paid(store);
  const values = reactive<Record<string, string>>({ ...spec.example.values });

  const { account, holder, canCall } = useHolder(live, language);
  const asked = computed((): Asked => askedOf(spec, values));
  const target = computed(() => targetOf(asked.value));
  const quote = computed(() => spec.price && quoteFromFacts(spec.path, spec.price, holder.value, values));
  /** What sending it now costs: what this tab has paid for is free for the hour. */
  const cost = computed(() =>
    !holder.value.isSandbox && paid.isFree(target.value) ? 0 : (quote.value?.points ?? spec.price?.base ?? 0),
  );
  const names = useAskedNames(holder, asked, { account: live, paid });
  const mistakes = computed(() =>
    mistakesIn(spec, values, {
      ...{ quote: quote.value, data: holder.value.data },
      ...{ isUnknown: names.isUnknown, categories: holder.value.categories },
    }),
  );

  /** What code shows: the last question that could be asked, so that it runs as it is pasted. */
  const coded = shallowRef(asked.value);
  watch([asked, mistakes], () => {
    if (mistakes.value.size === 0) coded.value = asked.value;
  });

  const example: Answered = {
    asked: askedOf(spec, spec.example.values),
    at: undefined,
    isSandbox: true,
    currency: SANDBOX_DATA.currency ?? undefined,
    coverage: SANDBOX_DATA.coverage,
    outcome: {
      kind: 'answered',
      status: 200,
      text: JSON.stringify(spec.example.body),
      data: spec.example.body.data,
      receipt: NO_RECEIPT,
    },
  };
  const isExample = () => target.value === targetOf(example.asked);
  const shown = shallowRef(example);
  const answers = shallowReactive(new Map<string, Answered>());
  const idOf = (of: string) => `${holder.value.id} ${of}`;
  const answeredNow = computed(() => answers.get(idOf(target.value)) ?? keptNow());
  function answeredOf(question: Asked, { isSandbox, data }: Holder, at: number, outcome: Outcome): Answered {
    const receipt = outcome.kind === 'answered' && !isSandbox ? outcome.receipt : undefined;
    return {
      asked: question,
      at: new Date(at).toISOString(),
      isSandbox,
      currency: data?.currency ?? undefined,
      coverage: data?.coverage,
      outcome,
      chargedBy: receipt && (receipt.charged ? receipt.requestId : paid.chargedBy(targetOf(question))),
    };
  }
  /** Bought before, on whichever page. */
  function keptNow(): Answered | undefined {
    const { isSandbox, data } = holder.value;
    const kept = isSandbox ? undefined : keptFor(asked.value, data);
    return kept && answeredOf(asked.value, holder.value, kept.at, { kind: 'answered', status: 200, ...kept });
  }
  /** Whether what is shown answers another question than the one that is filled in. */
  const isEarlier = computed(
    () => targetOf(shown.value.asked) !== target.value || shown.value.isSandbox !== holder.value.isSandbox,
  );
  // A question that was answered is shown again, not bought again.
  watch(answeredNow, (answered) => {
    if (answered) shown.value = answered;
  });

  const isSending = ref(false);
  const isChecking = computed(() => live.state.value.status === 'checking');
  /** Whether the key may ask for this path; for its account every key may ask. */
  const mayCall = computed(() => !spec.price || mayAsk(holder.value, spec.path));
  const canSend = computed(
    () =>
      canCall.value &&
      mayCall.value &&
      mistakes.value.size === 0 &&
      !isSending.value &&
      !isChecking.value &&
      (!spec.price || quote.value !== undefined),
  );

  async function send(): Promise<void> {
    if (!canSend.value) return;
    const { value: whose } = holder;
    const { key, id, isSandbox, data } = whose;
    const question = { asked: asked.value, target: target.value, id: idOf(target.value) };
    isSending.value = true;
    // Whoever has no key asks the sandbox with a public one, which is not the account's.
    const isStill = isSandbox ? () => holder.value.key === key : live.holding();
    const maxPoints = spec.price && cost.value;
    if (spec.price && !isSandbox && !keptFor(question.asked, data)) {
      // Another tab may have bought it since: then it is shown.
      await openKept(id, String(data?.version));
      isSending.value = keptFor(question.asked, data) === undefined;
      if (!isSending.value) return;
    }
    const purchase = { holder: { key, id }, isStill, account: live, paid, maxPoints };
    const { outcome } = (await buy(question.target, purchase)) ?? {};
    isSending.value = false;
    if (!outcome) return;
    const answered = answeredOf(question.asked, whose, Date.now(), outcome);
    if (outcome.kind === 'answered') answers.set(question.id, answered);
    else answers.delete(question.id);
    shown.value = answered;
  }

  /** What this holder's own data have, where the example is another market's. */
  function fillIn(): void {
    const { data } = holder.value;
    const own: Values =
      account.value && spec.isAboutData && data
        ? {
            category: data.default_category ?? '',
            sub: data.default_sub ?? '',
            start: data.default_period.start,
            end: data.default_period.end,
          }
        : {};
    for (const { name } of spec.parameters) values[name] = own[name] ?? spec.example.values[name] ?? '';
  }

  /** A question of one's own stays, and says where its names are not in the data of this key. */
  async function welcome(isToFillIn: boolean): Promise<void> {
    if (!account.value) return;
    if (isToFillIn) fillIn();
    else if (spec.price) await names.check();
  }
  async function enterKey(key: string): Promise<void> {
    await live.enter(key);
    await welcome(isExample());
  }
  async function checkKey(): Promise<void> {
    await live.check();
    await welcome(isExample());
  }

  function forgetKey(): void {
    live.forget();
    names.clear();
    answers.clear();
    shown.value = example;
    fillIn();
  }

  function choose(name: string, value: string): void {
    // The sub-categories of another category are others.
    if (name === 'category' && 'sub' in values && values.category !== value) values.sub = '';
    values[name] = value;
  }

  /** The address of the page asks the same again; it never has a key in it. */
  function writeAddress(): void {
    // On the way to another page, that one's address is there already.
    if (location.pathname !== page) return;
    const query = isExample() && !account.value ? '' : addressOf(values);
    history.replaceState(history.state, '', location.pathname + query + location.hash);
  }
  onMounted(async () => {
    const given = new URLSearchParams(location.search);
    const isGiven = spec.parameters.some(({ name }) => given.has(name));
    if (isGiven) for (const { name } of spec.parameters) values[name] = given.get(name) ?? '';
    if (hasKey(location.search)) writeAddress();
    await live.check();
    await welcome(!isGiven);
    await nextTick();
    // Names were for the path before: another may take none, and has its own defaults.
    watch(
      () => values.path,
      () => {
        for (const name of ['category', 'sub']) if (name in values) values[name] = '';
      },
    );
  });
  watch(target, writeAddress);

  return {
    ...{ spec, values, holder, account, live, names },
    ...{
      coded,
      quote,
      cost,
      mistakes,
      shown,
      answeredNow,
      isEarlier,
      isSending,
      isChecking,
      canCall,
      mayCall,
      canSend,
    },
    ...{ send, enterKey, checkKey, forgetKey, choose },
  };
}

export type UseCall = ReturnType<typeof useCall>;

/** What is filled in, as the query of this page. */
function addressOf(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== '' && !hasKey(value));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function askedOf({ path, parameters }: CallSpec, values: Values): Asked {
  const own = (name: string) => (hasKey(values[name] ?? '') ? '' : (values[name] ?? '').trim());
  const given = parameters.map(({ name }) => [name, own(name)] as const);
  return {
    // Some stand in the path itself: `/api/account/calls/{id}`.
    path: given.reduce((at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)), path),
    parameters: given.filter(([name, value]) => value !== '' && !path.includes(`{${name}}`)),
  };
}
