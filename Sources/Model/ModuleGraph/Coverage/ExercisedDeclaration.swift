import Spelling

/// A declaration that a test has exercised, as a line of a coverage file.
///
/// The process of the tests writes the lines, and `modkit coverage` reads them. A line names the
/// declaration by its source location, because only the process knows the values of expressions
/// such as `.userDidLogin`, and the file of the program contains the expressions.
package struct ExercisedDeclaration: Sendable, Hashable {
  /// A test.
  package struct Test: Sendable, Hashable, Encodable {
    package let name: String
    package let file: String
    package let line: Int

    package init(name: String, file: String, line: Int) {
      self.name = name
      self.file = file
      self.line = line
    }
  }

  package let kind: ModuleGraph.Node.Kind
  package let name: String
  package let location: CodeLocation
  package let test: Test

  package init(
    kind: ModuleGraph.Node.Kind, name: String, location: CodeLocation, test: Test
  ) {
    self.kind = kind
    self.name = name
    // Routes and wires have no column.
    self.location = location.withoutColumn
    self.test = test
  }

  /// The extension of the names of coverage files.
  package static let fileExtension = "coverage"

  /// The environment variable with the folder of the coverage files.
  package static let variable = "MODKIT_COVERAGE"

  private static let mark = "exercised"

  // MARK: - Lines

  /// The line, without its line feed.
  package var line: String {
    [
      Self.mark, kind.rawValue, name, location.fileID, "\(location.line)", test.name, test.file,
      "\(test.line)",
    ].map(EscapedText.line).joined(separator: "\t")
  }

  /// Parses a line.
  ///
  /// Returns `nil` if a field is missing, or if a line number is not positive.
  package init?(line: some StringProtocol) {
    let fields = String(line)
      .split(separator: "\t", maxSplits: 8, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 8, fields[0] == Self.mark, !fields.contains(""),
      let line = Int(fields[4]), let testLine = Int(fields[7]), line > 0, testLine > 0
    else { return nil }
    self.init(
      kind: ModuleGraph.Node.Kind(rawValue: fields[1]), name: fields[2],
      location: CodeLocation(fileID: fields[3], line: line),
      test: Test(name: fields[5], file: fields[6], line: testLine))
  }

  /// Parses the text of a file.
  ///
  /// - Returns: The exercised declarations, and the numbers of the lines that are damaged. The last
  ///   line of a process that was killed may be incomplete.
  package static func read(_ text: String) -> (exercised: [Self], damagedLines: [Int]) {
    var exercised: [Self] = []
    var damagedLines: [Int] = []
    var rest = text[...]
    var number = 0
    // One at a time, because a list of the lines of a damaged file can be much larger than the file.
    while !rest.isEmpty {
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      number += 1
      if let one = Self(line: rest[..<end]) {
        exercised.append(one)
      } else {
        damagedLines.append(number)
      }
      rest = end == rest.endIndex ? "" : rest[rest.utf8.index(after: end)...]
    }
    return (exercised, damagedLines)
  }
}
