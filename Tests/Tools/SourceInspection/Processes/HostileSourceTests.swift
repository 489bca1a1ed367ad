import Foundation
import ModularityTestSupport
import SourceInspection
import Testing

/// Texts that nest without an end, or keep the parser busy.
struct HostileSourceTests {
  /// A text of at most 380,000 bytes.
  struct Hostile: Sendable, CustomStringConvertible {
    let open: String
    let close: String
    let count: Int

    var text: String {
      String(repeating: open, count: count) + "Khala(str: \"kl://a\")"
        + String(repeating: close, count: count)
    }

    var description: String { "\(open.debugDescription) \(count) times" }
  }

  private static let pairs = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("-", ""), ("try ", ""), ("!", ""),
    ("a.b().", ""), ("a ? b : ", ""), ("a ? ", " : b"), ("if a {} else ", "{}"),
    ("#if A\n", "\n#endif"), ("\"\\(", ")\""), ("A<", ">"), ("A <", ">"), ("a[", "]"),
    ("f { ", " }"), ("@a(", ")"), ("#a(", ")"), ("await ", ""), ("class A { ", " }"),
    ("func f() { ", " }"), ("x = ", ""), ("a as ", ""), ("() -> ", ""), ("let a: [", "]"),
    ("&", ""), ("case .a(", ")"), ("switch a { case b: ", " }"), ("repeat { ", " } while a"),
    ("unsafe ", ""), ("consume ", ""), ("copy ", ""), ("repeat ", ""), ("each ", ""),
    ("let ", ""), ("var ", ""), ("try\n", ""), ("await\n", ""), ("else\n", ""), ("a?.b\n", ""),
    ("?.b\n", ""), ("@a\n", ""), ("@a(b)\n", ""), ("a!", ""), ("any ", ""), ("some ", ""),
    ("inout ", ""), ("sending ", ""), ("isolated ", ""), ("if ", ""), ("switch ", ""),
    ("init(", ")"), ("\\.a", ""), ("repeat each ", ""), ("func f<", ">"), ("case let ", ""),
    ("@a\n@b ", ""), ("throw ", ""), ("return ", ""),
  ]

  static let all = pairs.flatMap { open, close in
    [20, 4_000, 380_000 / (open.utf8.count + close.utf8.count)].map {
      Hostile(open: open, close: close, count: $0)
    }
  }

  /// A reader that gives a text one second.
  static func reader() -> ReadingProcess {
    ReadingProcess(
      program: Bundle.main.bundleURL.appending(path: "modkit").path,
      limits: ReadingProcess.Limits(environment: [ReadingProcess.Limits.variable: "1"]))
  }

  @Test func `A hostile text is read, or the reason says why not, and the next one is read`() {
    let reader = Self.reader()
    for index in Sweep.inputs(Self.all.indices, oneIn: 9) {
      let hostile = Self.all[index]
      let parsed = reader.parse(hostile.text, isPart: false)
      #expect(parsed.problem == nil || parsed.outline == SourceOutline(), "\(hostile)")
      let plain = reader.parse("Khala(str: \"kl://b\")", isPart: false)
      #expect(plain.outline.names.map(\.text) == ["kl://b"], "after \(hostile): \(plain)")
    }
  }

  @Test(arguments: [
    ("unsafe ", 4_000), ("consume ", 4_000), ("let ", 4_000), ("() -> ", 4_000), ("try\n", 4_000),
  ])
  func `A text that nests some thousand times fits on the stack`(open: String, count: Int) {
    let text = "Khala(str: \"kl://a\")\n" + String(repeating: open, count: count)
    let parsed = ParsedSource(text)
    #expect(parsed.problem == nil)
    #expect(parsed.outline.names.map(\.text) == ["kl://a"])
  }

  @Test func `A text that keeps the parser busy has an empty outline, and a reason`() {
    let text = "Khala(str: \"kl://a\")\n" + String(repeating: "[", count: 400)
    let parsed = Self.reader().parse(text, isPart: false)
    #expect(parsed.outline == SourceOutline())
    #expect(parsed.problem?.contains("takes longer than 1 s") == true)
  }

  @Test func `A text that exhausts the stack ends a process and not this one`() {
    let text = "Khala(str: \"kl://a\")\n" + String(repeating: "if ", count: 300_000)
    let parsed = ReadingProcess(program: Bundle.main.bundleURL.appending(path: "modkit").path)
      .parse(text, isPart: false)
    #expect(parsed.problem?.contains("the parser crashed") == true)
  }
}
