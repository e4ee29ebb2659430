// What this browser remembers: the person's name, and the way back to their tables.

const read = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that may keep nothing still plays: the link in the address bar is the way back.
  }
};

export const myName = () => read("arbiter.name", "");
export const rememberName = (name) => write("arbiter.name", name);

export const myTables = () => read("arbiter.tables", {});

export function rememberTable(id, facts) {
  const tables = myTables();
  tables[id] = { ...tables[id], ...facts, when: Date.now() };
  const newest = Object.entries(tables).sort(([, a], [, b]) => b.when - a.when).slice(0, 30);
  write("arbiter.tables", Object.fromEntries(newest));
}

export function forgetTable(id) {
  const tables = myTables();
  delete tables[id];
  write("arbiter.tables", tables);
}
