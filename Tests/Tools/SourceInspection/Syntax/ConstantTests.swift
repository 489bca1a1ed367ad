import SourceInspection
import Testing

struct ConstantTests {
  /// A source with the property and its text marked, and the constants in words.
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let constants: [String]

    init(_ source: String, _ constants: String...) {
      self.source = source
      self.constants = constants
    }

    var testDescription: String { source }
  }

  static let cases = [
    Case(
      #"extension RheaEvent { static let «login»: RheaEvent = "«user.login»" }"#,
      "event login = user.login"),
    Case(#"enum Events { static let «a» = RheaEvent("«x»") }"#, "event a = x"),
    Case(#"enum Events { static let «a»: RheaEvent = .init(rawValue: "«x»") }"#, "event a = x"),
    Case(#"let «a»: RheaEvent = "«x»""#, "event a = x"),
    Case(
      #"extension TypedRheaEvent<Ship> { static var «a»: Self { Self("«x»") } }"#,
      "event a = x (Ship)"),
    Case(
      #"extension TypedRheaEvent where Payload == [Int] { static var «a»: Self { .init("«x»") } }"#,
      "event a = x ([Int])"),
    Case(
      #"extension RelayKey<[String: Int]> { public static var «a»: Self { return Self("«x»") } }"#,
      "relay a = x ([String: Int])"),
    Case(
      #"enum Keys { static let «a» = RelayKey<Int>("«x»"), «b» = RelayKey<Bool>.init("«y»") }"#,
      "relay a = x (Int)", "relay b = y (Bool)"),
    Case(
      #"extension RelayKey { static var «a»: RelayKey<Int> { get { Self("«x»") } } }"#,
      "relay a = x (Int)"),
    Case(
      #"extension Notification.Name { static let «a» = Notification.Name("«X»") }"#,
      "notification a = X"),
    Case(
      #"extension Notification.Name { static let «a» = Self("«X»") }"#, "notification a = X"),
    Case(#"extension NSNotification.Name { static let «a» = Name("«X»") }"#, "notification a = X"),
    Case(
      #"extension TaskMilestone { static let «ready»: TaskMilestone = "«isReady»" }"#,
      "taskEvent ready = isReady"),
    Case(
      """
      extension KhalaStore {
        #if os(Linux)
          @KhalaCall("«kl://Store/find»") public static func «find»(id: Int) throws
        #endif
      }
      """, "url find = kl://Store/find"),
    Case(#"enum Store { @KhalaCall("kl://Store/find") static func find() throws }"#),
    Case(
      "extension TaskEvent { static let «sync» = TaskEvent(rawValue: 1 << 20) }",
      "taskEvent sync = sync"),
    Case(
      "extension TaskEvent { static let «both»: TaskEvent = [.a, .b] }", "taskEvent both = both"),
    Case(
      """
      extension RheaEvent {
        #if os(Linux)
          static let «`default`» = Self("«x»")
        #endif
      }
      """, "event default = x"),
    Case(
      #"extension RelayKey<Int> { static var «a»: Self { Self("«\(prefix).a»") } }"#,
      "relay a = {}.a (Int)"),
    Case("enum Keys { static let «a» = RelayKey<Int>(name) }", "relay a = a (Int)"),
    Case("extension RheaEvent { static let «a»: RheaEvent = \"«us»", "event a = us"),
    Case(#"extension Color { static let a = Self("x"); static let b: Color = "y" }"#),
    Case(#"func f() { let a: RheaEvent = "x" }"#),
    Case(#"struct A { let a: RheaEvent = "x" }"#),
    Case("extension RheaEvent { static let a: RheaEvent = .b }"),
  ]

  @Test(arguments: cases)
  func `Constants are read with their texts, types and ranges`(_ each: Case) {
    let marked = MarkedSource(each.source)
    let constants = SourceFile(text: marked.text).outline.constants
    #expect(constants.map(\.words) == each.constants)
    let ranges = constants.flatMap { [$0.memberRange, $0.nameRange].compactMap(\.self) }
    #expect(ranges.sorted { $0.start < $1.start } == marked.ranges)
  }

  @Test func `The text of a constant is no use of it`() {
    let names = { SourceFile(text: $0).outline.names.map(\.words) }
    #expect(names(#"enum Keys { static let a = RelayKey<Int>("x") }"#) == [])
    #expect(names(#"func f() { let a = RelayKey<Int>("x") }"#) == ["relay literal names x"])
  }

  @Test(
    arguments: [
      ("/// The wind.\n///\n///  Fast.\n", "The wind.\n\n Fast."),
      ("/** The wind. */\n", "The wind. "),
      ("/**\n * The wind.\n * Fast.\n */\n", "The wind.\nFast."),
      ("/// Of another.\n\n/// The wind.\n", "The wind."),
      ("/// Of another.\n// MARK: - Wind\n", nil),
      ("// The wind.\n", nil),
      ("", nil),
    ])
  func `The documentation comment comes without its marks`(comment: String, text: String?) {
    let file = SourceFile(text: comment + #"public let wind: RheaEvent = "wind""#)
    #expect(file.outline.constants.map(\.documentation) == [text])
  }
}

extension SourceConstant {
  /// The constant in words: `relay wind = weather.wind (Int)`.
  fileprivate var words: String {
    "\(role) \(member) = \(name)" + (valueType.map { " (\($0))" } ?? "")
  }
}
