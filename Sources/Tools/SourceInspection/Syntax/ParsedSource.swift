import CCompilerIndex
import SwiftParser
import SwiftSyntax

/// Parses a text, in this process or another one.
///
/// A text without telling words is only parsed if it is part of a text that was parsed.
package typealias SourceParsing = @Sendable (_ text: String, _ isPart: Bool) -> ParsedSource

/// The outline of a text, and its parts that can be parsed separately.
///
/// Text from an unknown source may be nested so deeply that the parser, the walk through the tree
/// or the release of the tree overflows the stack. Some texts of a few kilobytes keep the parser
/// busy for hours. All three therefore run on a thread with a large stack. A ``ReadingProcess``
/// limits the time, and survives a stack overflow. The alternative was to scan the text for
/// nesting. It had to repeat the grammar, and detected only half of the cases.
package struct ParsedSource: Sendable, Equatable, Codable {
  package var outline = SourceOutline()
  /// The parts, or `nil` if the text has errors or was not parsed.
  var parts: SourceParts?
  /// The reason why the text was not read, as the end of a sentence.
  package var problem: String?

  /// The maximum number of bytes of a text.
  ///
  /// Longer texts are not parsed.
  static let mostBytes = 1_000_000
  static let tooLong = ParsedSource(problem: "it is longer than \(mostBytes) bytes")
  private static let stackSize = 512 << 20

  /// Creates the result for a text that was not read.
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
  ///   - text: The text. It is not parsed if it has no telling words.
  ///   - isPart: A Boolean value that indicates whether to parse the text even without telling
  ///     words.
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

  /// Calls a function on another thread with a large stack, and waits for it.
  static func onDeepStack<Value>(_ body: () -> Value) -> Value {
    var result: Value?
    withoutActuallyEscaping({ result = body() }) { body in
      let call = DeepCall(body)
      unsafe deep_stack_run(
        stackSize, { unsafe Unmanaged<DeepCall>.fromOpaque($0!).takeUnretainedValue().run() },
        Unmanaged.passUnretained(call).toOpaque())
    }
    return result!
  }

  /// A call on another thread, for which this one waits.
  private final class DeepCall {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }
}
