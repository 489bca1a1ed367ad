import Testing

@testable import ModuleGraph

/// The JSON of records.
@Suite struct DetailValueTests {
  private static let values: [(json: String, value: DetailValue)] = [
    ("{}", .object([:])), ("[]", .list([])), (" null\n", .null), ("true", .flag(true)),
    ("[false, -0.5e+2 ,12]", .list([.flag(false), .number(-50), .number(12)])),
    ("[0, 1, 1.0]", .list([.number(0), .number(1), .number(1)])),
    (
      #"{"a":{"b":["c"]},"d":1}"#,
      .object(["a": .object(["b": .list([.text("c")])]), "d": .number(1)])
    ),
    (#""\"\\\/\b\f\n\r\té中 \ud83d\ude00""#, .text("\"\\/\u{8}\u{C}\n\r\té中 😀")),
    (#""\u0000\u00E9""#, .text("\0é")),
  ]

  @Test(arguments: values)
  func `Valid JSON is parsed`(row: (json: String, value: DetailValue)) {
    #expect(DetailValue(json: row.json) == row.value)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{\"a\"}", "{a:1}", "[1 2]", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN",
    "1e999", "tru", "truex", "nullnull", "\"", "\"\\", "\"\\u12", "\"a\nb\"", #""\x""#,
    #""\u00g0""#, "[1] 2", "'a'", "//\n1",
  ])
  func `Invalid JSON is rejected`(json: String) {
    #expect(DetailValue(json: json) == nil)
  }

  @Test func `Deeply nested JSON is rejected rather than exhausting the stack`() {
    #expect(DetailValue(json: String(repeating: "[{\"a\":", count: 1_000_000)) == nil)
  }
}
