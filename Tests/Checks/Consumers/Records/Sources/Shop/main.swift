import SectionRegistry

enum Home {
  #record("page", key: "home") { "Welcome" }
}

for record in SectionRegistry.records(of: "page") {
  print(record.key, record.module, record.line, record.load(as: String.self) ?? "nothing")
}
print("problems:", SectionRegistry.problems.count)
