import DeclarationReading
import Declarations
import Testing

/// The JSON of records.
@Suite struct DetailValueTests {
  private static let values: [(json: String, value: DetailValue)] = [
    ("{}", .object([:])), ("[]", .array([])), (" null\n", .null), ("true", .boolean(true)),
    ("[false, -0.5e+2 ,12]", .array([.boolean(false), .integer(-50), .integer(12)])),
    ("[0, 1, 1.0]", .array([.integer(0), .integer(1), .integer(1)])),
    (
      #"{"a":{"b":["c"]},"d":1}"#,
      .object(["a": .object(["b": .array([.string("c")])]), "d": .integer(1)])
    ),
    (#""\"\\\/\b\f\n\r\té中 \ud83d\ude00""#, .string("\"\\/\u{8}\u{C}\n\r\té中 😀")),
    (#""\u0000\u00E9""#, .string("\0é")),
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
