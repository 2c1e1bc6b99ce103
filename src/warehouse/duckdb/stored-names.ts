import type { Connection } from '../connection.ts';
import type { StoredNames } from '../intake/name-counts.ts';

/** All names that were ever learnt: they keep their number for good. Then those of changes that wait aside. */
export async function storedNames(connection: Connection): Promise<StoredNames> {
  const names = async (sql: string) => (await connection.rows(sql)).map(({ name }) => String(name));
  const unlearnt = (column: string, table: string) =>
    `SELECT DISTINCT ${column} AS name FROM aside_row ANTI JOIN ${table} ON ${table}.name = ${column}`;
  const categories = [
    ...(await names('SELECT name FROM category ORDER BY id')),
    ...(await names(unlearnt('category', 'category'))),
  ];
  const numbers = new Map(categories.map((name, number) => [name, number]));
  const subs = await connection.rows(`
    SELECT category.name AS category, sub.name FROM sub JOIN category ON category.id = sub.category
    UNION SELECT category, sub_category FROM aside_row`);
  return {
    categories,
    subs: subs.map(({ category, name }) => ({
      category: numbers.get(String(category)) ?? 0,
      name: String(name),
    })),
    methods: [
      ...(await names('SELECT name FROM method ORDER BY id')),
      ...(await names(unlearnt('payment_method', 'method'))),
    ],
  };
}
