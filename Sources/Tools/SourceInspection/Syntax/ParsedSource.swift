import CCompilerIndex
import SwiftParser
import SwiftSyntax

/// Parses a text, in this process or in another one.
///
/// A text without telling words is only parsed if it is a part of one that was.
package typealias SourceParsing = @Sendable (_ text: String, _ isPart: Bool) -> ParsedSource

/// The outline of a text, and its parts that can be parsed alone.
///
/// Text of unknown origin may nest so deeply that the parser, the walk through its tree or the
/// release of the tree overflow the stack, and some texts of a few kilobytes keep the parser busy
/// for hours. All three run on a thread with a large stack. A ``ReadingProcess`` bounds the time,
/// and survives what exceeds that stack. The alternative was a scan for what nests; it had to
/// repeat the grammar, and missed half of it.
package struct ParsedSource: Sendable, Equatable, Codable {
  package var outline = SourceOutline()
  /// The parts; `nil` if there are errors, or nothing was parsed.
  var parts: SourceParts?
  /// The reason for which the text was not read: the end of a sentence about it.
  package var problem: String?

  /// The number of bytes above which a text is not parsed.
  static let mostBytes = 1_000_000
  static let tooLong = ParsedSource(problem: "it is longer than \(mostBytes) bytes")
  private static let stackSize = 512 << 20

  /// Creates the answer for a text that was not read.
  package init(problem: String) {
    self.problem = problem
  }

  init(outline: SourceOutline, parts: SourceParts? = nil) {
    self.outline = outline
    self.parts = parts
  }

  /// Parses a text on another thread, and waits for it.
  ///
  /// - Parameters:
  ///   - text: The text, which is not parsed if it has no telling words.
  ///   - isPart: Whether it is parsed anyway.
  package init(_ text: String, isPart: Bool = false) {
    let words = TellingWords(in: text)
    guard words.areDistinctive || isPart else { return }
    guard text.utf8.count <= Self.mostBytes else {
      self = .tooLong
      return
    }
    self = Self.onDeepStack {
      let file = Parser.parse(source: text)
      return Self(
        outline: SourceOutline(words, LineTable(text)) { file }, parts: SourceParts(file))
    }
  }

  private static func onDeepStack(_ body: () -> Self) -> Self {
    withoutActuallyEscaping(body) { body in
      let call = DeepCall(body)
      unsafe deep_stack_run(
        stackSize, { unsafe Unmanaged<DeepCall>.fromOpaque($0!).takeUnretainedValue().run() },
        Unmanaged.passUnretained(call).toOpaque())
      return call.result!
    }
  }

  /// A call on another thread, for which this one waits.
  private final class DeepCall {
    private let body: () -> ParsedSource
    private(set) var result: ParsedSource?

    init(_ body: @escaping () -> ParsedSource) { self.body = body }

    func run() { result = body() }
  }
}
