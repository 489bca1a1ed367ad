import ModularityTestSupport
import Testing

@testable import KhalaRoutes

@Suite struct RouteAffixTests {
  private func affix(
    _ pattern: String, converters: RouteConverters = .standard
  ) throws -> RouteAffix {
    let pattern = try RoutePattern(pattern, converters: converters)
    guard case .affix(let affix)? = pattern.segments.first else {
      throw NoAffix(pattern: pattern.text)
    }
    return affix
  }

  private struct NoAffix: Error {
    let pattern: String
  }

  /// The captured texts, and how many ends were tried.
  private func split(_ affix: RouteAffix, _ text: String) -> (values: [String]?, steps: Int) {
    // In the middle of other bytes, which must not count.
    let bytes = Array("-\(text)-".utf8)
    var steps = 0
    var values: [String] = []
    let isMatch = ByteView.of(bytes) { view in
      affix.matches(view, 1..<bytes.count - 1, countingSteps: &steps) { _, range in
        values.append(String(decoding: bytes[range], as: UTF8.self))
      }
    }
    return (isMatch ? values : nil, steps)
  }

  @Test(
    arguments: [
      ("{slug}-{id:Int}", "my-first-post-42", ["my-first-post", "42"]),
      ("{slug}-{id:Int}", "post--5", ["post-", "5"]),
      ("{slug}-{id:UInt}", "42", nil),
      ("{slug}-{id:Int}", "my-post", nil),
      ("{slug}-{id:Int}", "my-post-", nil),
      ("{name}.{ext}", "archive.tar.gz", ["archive.tar", "gz"]),
      ("{name}.{ext}", "..", nil),
      ("{name}.{ext}", "...", [".", "."]),
      ("{name}.{ext}", ".bashrc", nil),
      ("{id:Int}-{slug}", "42-my-post", ["42", "my-post"]),
      ("{a}-{b}-{c}", "x-y-z-w", ["x-y", "z", "w"]),
      ("{a}-{b:Int}-{c}", "x-1-y-2-z-w", ["x-1-y", "2", "z-w"]),
      ("{a:Int}1{b:Int}1{c:Bool}", "1111true", ["1", "1", "true"]),
      ("{w:Int}x{h:Int}", "640x480", ["640", "480"]),
      ("{a}--{b}", "x---y", ["x-", "y"]),
      ("{a}中{b}", "x中y中z", ["x中y", "z"]),
      ("v{a}.{b}-{c}.zip", "v1.2-b.3-x.zip", ["1.2-b", "3", "x"]),
    ] as [(String, String, [String]?)])
  func `The first capture is as long as what follows it allows`(
    pattern: String, text: String, expected: [String]?
  ) throws {
    #expect(split(try affix(pattern), text).values == expected)
  }

  /// Patterns of all sorts, with texts of the same few letters.
  @Test(arguments: 1...4)
  func `A split equals that of exhaustive search, in a bounded number of steps`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let literals = ["-", "1", "0", ".", "--", "a", "-1", "e"]
    let converters = ["", "", "", ":Int", ":UInt", ":Bool"]
    let pieces = ["-", "1", "0", ".", "a", "true", "e", "11", "1", "0"]
    var hits = 0
    for _ in 0..<80 {
      let count = Int.random(in: 2...4, using: &random)
      var pattern = Bool.random(using: &random) ? literals.randomElement(using: &random) ?? "" : ""
      for number in 0..<count {
        if number > 0 { pattern += literals.randomElement(using: &random) ?? "" }
        pattern += "{n\(number)\(converters.randomElement(using: &random) ?? "")}"
      }
      if Bool.random(using: &random) { pattern += literals.randomElement(using: &random) ?? "" }
      let affix = try affix("/" + pattern)
      for number in 0..<30 {
        func value() -> String {
          (0..<Int.random(in: 1...3, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        // Every other text is one that the literals fit.
        let text =
          number.isMultiple(of: 2)
          ? value() + value() + value()
          : affix.literals.dropFirst().reduce(String(decoding: affix.literals[0], as: UTF8.self)) {
            $0 + value() + String(decoding: $1, as: UTF8.self)
          }
        let expected = RouteModel.split(
          Array(text.utf8)[...], affix.literals[...], affix.captures[...])
        let (values, steps) = split(affix, text)
        let texts = expected?.map { String(decoding: $0, as: UTF8.self) }
        #expect(values == texts, "\(pattern) \(text)")
        #expect(steps <= bound(affix, text.utf8.count), "\(pattern) \(text)")
        if values != nil { hits += 1 }
      }
    }
    #expect(hits > 300)
  }

  /// How many ends are tried at most: for a capture of anything and for the last
  /// one, as many as there are bytes; for others, that for each beginning.
  private func bound(_ affix: RouteAffix, _ size: Int) -> Int {
    affix.captures.indices.reduce(0) { sum, index in
      let isLinear =
        affix.captures[index].converter == nil || index == affix.captures.count - 1 || index == 0
      return sum + (isLinear ? size : size * (size + 1) / 2)
    }
  }

  @Test(
    arguments: [
      ("{a}-{b}-{c:Int}", "-"), ("{a}-{b}-{c}-{d}-{e:UUID}", "-"), ("{a}-{b}-{c}x{d}", "-a"),
      ("{a}aa{b}aa{c}aa{d:Bool}", "a"), ("{a}-{b:Int}-{c}-{d:Bool}", "1-"),
    ])
  func `The steps of a miss grow with the component and not faster`(
    pattern: String, piece: String
  ) throws {
    let affix = try affix(pattern)
    for count in [100, 1_000, 10_000] {
      let text = String(repeating: piece, count: count)
      let (values, steps) = split(affix, text)
      #expect(values == nil)
      #expect(steps <= affix.captures.count * text.utf8.count)
    }
  }

  @Test func `Each start of a number is tried once`() throws {
    // As many splits as there are ways to choose five of 300 zeros.
    let affix = try affix("{a:Int}0{b:Int}0{c:Int}0{d:Int}0{e:Int}-{f:Bool}")
    let text = String(repeating: "0", count: 300) + "-0"
    let (values, steps) = split(affix, text)
    #expect(values == nil)
    #expect(steps > text.utf8.count)
    #expect(steps <= bound(affix, text.utf8.count))
  }

  @Test func `A custom converter can move a split`() throws {
    var converters = RouteConverters.standard
    converters.add(RouteConverter("Short") { $0.utf8.count <= 2 })
    let affix = try affix("{a:Short}-{b}-{c:Short}", converters: converters)
    #expect(split(affix, "x-y-z-w").values == ["x", "y-z", "w"])
    #expect(split(affix, "---y---").values == ["--", "y-", "-"])
    #expect(split(affix, "xyz-y-z").values == nil)
  }
}
