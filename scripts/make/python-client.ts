// Makes the Python client from its core in src/client/market_data.py and the OpenAPI document: a TypedDict for every
// object of an answer, and a method for every path.

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | false;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  };
}

export interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** What callers say of one call, instead of what they said of all. */
const STRICT = 'strict: Optional[bool] = None';
const TERMS = ['max_points: Optional[int] = None', STRICT, 'idempotency_key: Optional[str] = None'];
const previousOf = (answer: string) => `previous: Optional[${answer}] = None`;

export function pythonClient(core: string, { info, paths, components }: Document): string {
  const types = new Types(components.schemas);
  // A path with a parameter in it is called with `get`.
  const fixed = Object.entries(paths).filter(([path]) => !path.includes('{'));
  const methods = fixed.map(([path, { get }]) => {
    const parameters = get.parameters.map((each) => components.parameters[referenced(each)] ?? each);
    return methodOf(path, { ...get, parameters }, types);
  });
  return core
    .replace('# <version>', `API_VERSION = "${info.version}"`)
    .replace('# <types>', types.written.join('\n\n'))
    .replace('    # <methods>', methods.join('\n\n'))
    .replace(/^"""/, '# Made from the OpenAPI document by "npm run make".\n"""');
}

/** The name that a reference ends in. */
function referenced({ $ref = '' }: { $ref?: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function methodOf(path: string, operation: Operation, types: Types): string {
  const { operationId, summary, description, parameters, responses } = operation;
  const data = responses[200].content['application/json'].schema.properties?.data ?? {};
  const answer = `Answer[${types.nameOf(data, pascal(operationId))}]`;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const asked = query.map(({ name, required, schema = {} }) => {
    const type = types.nameOf(schema, '');
    return required ? `${name}: ${type}` : `${name}: ${type} = _LEFT_OUT`;
  });
  const given = query.length > 0 ? `{${query.map(({ name }) => `"${name}": ${name}`).join(', ')}}` : 'None';
  const isPaid = path.startsWith('/api/public/');
  const isPreferring = parameters.some(({ name }) => name === 'Prefer');
  const own = isPaid ? [...TERMS, previousOf(answer)] : isPreferring ? [STRICT] : [];
  const terms = own.map((term) => `, ${term.split(':')[0]}=${term.split(':')[0]}`).join('');
  const doc = `${summary}. ${description.replace(/\s*\*\*Price:\*\*[\s\S]*/, '').replaceAll('`', '')}`;
  return [
    `    def ${methodName(operationId)}(`,
    ...['self', ...asked, ...(own.length > 0 ? ['*', ...own] : [])].map((each) => `        ${each},`),
    `    ) -> ${answer}:`,
    `        """${wrapped(doc, 8)}"""`,
    `        return self.get("${path}", ${given}${terms})`,
  ].join('\n');
}

/** `accountUsage` is about the account of whoever asks: `usage`. */
function methodName(operationId: string): string {
  return operationId
    .replace(/^account(?=[A-Z])/, '')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The classes that answers consist of; what looks the same is the same. */
class Types {
  readonly written: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  nameOf(schema: Schema, name: string): string {
    const shared = this.#schemas[referenced(schema)];
    if (shared) return this.nameOf(shared, referenced(schema));
    const { type, const: value, items, anyOf, properties, additionalProperties: others } = schema;
    if (value === true) return 'Literal[True]';
    if (value !== undefined) return `Literal[${JSON.stringify(value)}]`;
    if (anyOf) return this.#union(anyOf, name);
    if (properties) return this.#record(schema, name);
    if (others) return `Dict[str, ${this.nameOf(others, name)}]`;
    if (type === 'array') return `List[${this.nameOf(items ?? {}, singular(name))}]`;
    return (
      { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[type ?? ''] ?? 'Any'
    );
  }

  #union(options: readonly Schema[], name: string): string {
    const parts = options.filter(({ type }) => type !== 'null').map((option) => this.nameOf(option, name));
    const one = parts.length === 1 ? (parts[0] ?? 'Any') : `Union[${parts.join(', ')}]`;
    return parts.length < options.length ? `Optional[${one}]` : one;
  }

  #record(schema: Schema, name: string): string {
    const shape = JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));
    const known = this.#names.get(shape);
    if (known) return known;
    this.#names.set(shape, name);
    const { properties = {}, required = [] } = schema;
    const fields = Object.entries(properties).map(([field, inner]) => ({
      isRequired: required.includes(field),
      line: `    ${field}: ${this.nameOf(inner, name + pascal(field))}`,
    }));
    const lines = (isRequired: boolean) =>
      fields.filter((field) => field.isRequired === isRequired).map(({ line }) => line);
    const [always, sometimes] = [lines(true), lines(false)];
    if (sometimes.length === 0) this.written.push(record(name, 'TypedDict', always));
    else if (always.length === 0) this.written.push(record(name, 'TypedDict, total=False', sometimes));
    else {
      // Older versions of Python have no other way to say that a key may be absent.
      this.written.push(
        record(`_${name}`, 'TypedDict', always),
        record(name, `_${name}, total=False`, sometimes),
      );
    }
    return name;
  }
}

function record(name: string, base: string, lines: readonly string[]): string {
  return `\nclass ${name}(${base}):\n${lines.length > 0 ? lines.join('\n') : '    pass'}`;
}

function pascal(name: string): string {
  return name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function singular(name: string): string {
  return name.endsWith('Trend') ? `${name}Point` : name.replace(/ies$/, 'y').replace(/s$/, '');
}

function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length + indent <= 100)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(indent)}`) + (lines.length > 1 ? `\n${' '.repeat(indent)}` : '');
}
