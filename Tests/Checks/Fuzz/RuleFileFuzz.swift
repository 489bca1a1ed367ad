// Compiled by `Tests/Checks/Fuzz/run` in one module with the language of BinaryInspection's rules.

/// Reads arbitrary texts as a rule file.
///
/// Whatever is one can be read from its own text and means the same; whatever is
/// none has errors that lie in the text, in order.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRuleFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  do throws(RuleErrors) {
    let book = try RuleBook(parsing: text, file: "fuzz")
    let again = try RuleBook(parsing: book.description, file: "fuzz")
    precondition(
      again.statements.map(\.content) == book.statements.map(\.content),
      "the text means something else")
    precondition(again.description == book.description)
    for (rule, _) in book.rules { precondition(!rule.sentence.isEmpty) }
  } catch {
    precondition(!error.errors.isEmpty, "nothing is wrong")
    let lines = text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } + 1
    var last = RuleSpot(line: 1, column: 1)
    for problem in error.errors {
      precondition(1...lines ~= problem.spot.line, "the error is outside of the text")
      precondition(1...max(1, text.unicodeScalars.count + 1) ~= problem.spot.column)
      precondition(last <= problem.spot, "the errors are not in order")
      precondition(!problem.description.isEmpty)
      last = problem.spot
    }
  }
  return 0
}
