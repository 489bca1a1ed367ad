/// A regular expression that narrows a selection, as `--filter` of `swift test` narrows all tests.
package struct TestFilter {
  /// The expression as it was given.
  package let text: String
  private let expression: Regex<AnyRegexOutput>

  /// Creates a filter.
  ///
  /// - Throws: An error of the regular expression, if it is not valid.
  package init(_ text: String) throws {
    self.text = text
    expression = try Regex(text)
  }

  /// Returns whether the expression occurs in the name of a test.
  ///
  /// Swift Testing looks for it in `Target.Suite/name(label:)/File.swift:12:4`, and XCTest in
  /// `Target.Suite/name`. A filter with the line or the column of a test matches nothing.
  func matches(_ test: FileGraph.Test, in file: FileGraph.File) -> Bool {
    let id = test.id(in: file.target)
    let source = file.path.split(separator: "/").last ?? ""
    return [id, "\(id)(\(test.labels))/\(source)"].contains { $0.contains(expression) }
  }
}

extension FileGraph.Test {
  /// The identifier, as `swift test list` prints it but without parameters.
  func id(in target: String) -> String {
    "\(target).\((suites + [name]).joined(separator: "/"))"
  }
}
