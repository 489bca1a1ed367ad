import SectionRegistry

let number = 1
let text = "text"
let priority = 1
let kind: RecordKind = "text"

func makeValue() -> @Sendable () -> String { { "" } }

// expected-error: 'key' must be a string literal without interpolation
#record("text", key: "key \(number)", as: String.self) { "" }
// expected-error: 'key' must be a string literal, because it is read when the program is compiled
#record("text", key: text, as: String.self) { "" }
// expected-error: 'key' must be one string literal
#record("text", key: "a" + "b", as: String.self) { "" }
// expected-error: 'tex' is not a record kind: write exactly four printable ASCII characters
#record("tex", key: "kind", as: String.self) { "" }
// expected-error: 'tëxt' is not a record kind
#record("tëxt", key: "kind", as: String.self) { "" }
// expected-error: 'kind' must be a string literal
#record(kind, key: "kind", as: String.self) { "" }
// expected-error: 'priority' must be an integer literal
#record("text", key: "priority", as: String.self, priority: priority) { "" }
// expected-error: 'priority' must be an integer from -2147483648 to 2147483647
#record("text", key: "priority", as: String.self, priority: 3_000_000_000) { "" }
// expected-error: 'unique' must be 'true' or 'false'
#record("text", key: "unique", as: String.self, unique: number == 1) { "" }
// expected-error: 'detail' must be made of string, number and Boolean literals
#record("text", key: "detail", as: String.self, detail: ["a": ["b": .init(stringLiteral: "c")]]) {
  ""
}
// expected-error: the key 'a' is already in 'detail'
#record("text", key: "detail", as: String.self, detail: ["a": 1, "a": 2]) { "" }
// expected-error: cannot convert value of type 'Int' to expected dictionary value type
#record("text", key: "detail", as: String.self, detail: ["a": number]) { "" }
// expected-error: 'value' must be a closure or the name of a function
#record("text", key: "value", as: String.self, value: makeValue())
