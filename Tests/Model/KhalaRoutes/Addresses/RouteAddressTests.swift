import ModularityTestSupport
import Testing

@testable import KhalaRoutes

@Suite struct RouteAddressTests {
  /// A text and the parts that it must have.
  struct Example: Sendable, CustomTestStringConvertible {
    let text: String
    let parts: RouteAddress.Parts
    var testDescription: String { text }

    init(
      _ text: String, scheme: String? = nil, user: String? = nil, host: String? = nil,
      port: Int? = nil, _ components: [String] = [], query: [RouteQueryItem] = [],
      fragment: String? = nil
    ) {
      self.text = text
      parts = RouteAddress.Parts(
        scheme: scheme, userInfo: user, host: host, port: port, components: components,
        queryItems: query, fragment: fragment)
    }
  }

  /// URLs of modules, and what an implementation on Foundation makes of them.
  ///
  /// With these deliberate differences:
  ///
  /// - All items of a query are kept: the second `a`, and the flag. Which of them
  ///   become arguments is decided where the function is called.
  /// - A host in Chinese is not turned into punycode.
  /// - `kl://AModule/` is `kl://AModule`, and has no component named `/`.
  /// - The query can be left out of the text without a `?` staying behind; the
  ///   round trips below check it.
  /// - All components are there, not just the last one.
  /// - Texts without a scheme or a host are addresses too; that they name no
  ///   module is for the caller to say.
  static let familiar: [Example] = [
    Example(
      "kl://AModule/server2?value=64", scheme: "kl", host: "AModule", ["server2"],
      query: [RouteQueryItem("value", "64")]),
    Example("kl://AModule", scheme: "kl", host: "AModule"),
    Example("kl://AModule/", scheme: "kl", host: "AModule"),
    Example("kl://AModule/a/b/c", scheme: "kl", host: "AModule", ["a", "b", "c"]),
    Example(
      "kl://AModule/f?a=1&a=2&flag&empty=&sp=a+b%20c&u=%E4%B8%AD", scheme: "kl", host: "AModule",
      ["f"],
      query: [
        RouteQueryItem("a", "1"), RouteQueryItem("a", "2"), RouteQueryItem("flag"),
        RouteQueryItem("empty", ""), RouteQueryItem("sp", "a+b c"), RouteQueryItem("u", "中"),
      ]),
    Example(
      "kl://doSomething?value=888", scheme: "kl", host: "doSomething",
      query: [RouteQueryItem("value", "888")]),
    Example("AModule/doSomething", ["AModule", "doSomething"]),
    Example("kl:AModule/f", scheme: "kl", ["AModule", "f"]),
    Example("kl:///doSomething", scheme: "kl", ["doSomething"]),
    Example(
      "kl://中文/方法?名=值", scheme: "kl", host: "中文", ["方法"], query: [RouteQueryItem("名", "值")]),
    Example(
      "kl://user:pw@AModule:80/f#frag", scheme: "kl", user: "user:pw", host: "AModule", port: 80,
      ["f"], fragment: "frag"),
    Example("kl://My.AModule/f", scheme: "kl", host: "My.AModule", ["f"]),
    Example("kl://a_module/f", scheme: "kl", host: "a_module", ["f"]),
    Example("KL://AMODULE/F", scheme: "KL", host: "AMODULE", ["F"]),
    Example(
      "kl://AModule/f/?x=1", scheme: "kl", host: "AModule", ["f"],
      query: [RouteQueryItem("x", "1")]),
  ]

  static let unfamiliar: [Example] = [
    Example("/"),
    Example("?"),
    Example("#"),
    Example("?&&"),
    Example("kl:", scheme: "kl"),
    Example("kl://", scheme: "kl"),
    Example("a//b/", ["a", "b"]),
    Example("/a/./../b", ["a", ".", "..", "b"]),
    Example("//h/a", host: "h", ["a"]),
    Example("a/b:c", ["a", "b:c"]),
    Example("/b:c", ["b:c"]),
    Example("?a:b", query: [RouteQueryItem("a:b")]),
    Example("kl://h?=v&=", scheme: "kl", host: "h", query: [.init("", "v"), .init("", "")]),
    Example("kl://h?a==b", scheme: "kl", host: "h", query: [.init("a", "=b")]),
    Example("kl://h?a%26b=c%3Dd%23", scheme: "kl", host: "h", query: [.init("a&b", "c=d#")]),
    Example("kl://h#a#b?c", scheme: "kl", host: "h", fragment: "a#b?c"),
    Example("kl://h/a%2Fb", scheme: "kl", host: "h", ["a/b"]),
    Example("kl://%E4%B8%AD%E6%96%87/%e6%96%B9", scheme: "kl", host: "中文", ["方"]),
    Example("kl://[::1]:8080/f", scheme: "kl", host: "[::1]", port: 8080, ["f"]),
    Example("kl://h:/f", scheme: "kl", host: "h", ["f"]),
    Example("kl://h:0", scheme: "kl", host: "h", port: 0),
    Example("kl://h:65535", scheme: "kl", host: "h", port: 65535),
    Example("kl://@h/f", scheme: "kl", host: "h", ["f"]),
    Example("kl://u%40x:p%3Aq@h", scheme: "kl", user: "u@x:p:q", host: "h"),
    Example("a+b-c.1://h", scheme: "a+b-c.1", host: "h"),
    Example("kl://h/%00", scheme: "kl", host: "h", ["\0"]),
    Example("kl://h/a|b^\"<>", scheme: "kl", host: "h", ["a|b^\"<>"]),
    Example("kl://h/%F0%9F%98%80🦊", scheme: "kl", host: "h", ["😀🦊"]),
    Example("kl://h?ids[]=1", scheme: "kl", host: "h", query: [.init("ids[]", "1")]),
  ]

  @Test(arguments: familiar + unfamiliar)
  func `A URL is split into its parts`(example: Example) throws {
    let address = try RouteAddress(example.text)
    #expect(address.parts == example.parts)
    #expect(address.text == example.text)
  }

  @Test(arguments: familiar + unfamiliar)
  func `A rewritten URL has the same parts, without empty delimiters`(example: Example) throws {
    let address = try RouteAddress(example.text)
    let text = address.canonicalText
    let again = try RouteAddress(text)
    #expect(again == address)
    #expect(again.hashValue == address.hashValue)
    #expect(again.canonicalText == text)
    #expect(!text.hasSuffix("?") && !text.hasSuffix("#"))
  }

  @Test func `Routes are matched with the host and the components`() throws {
    #expect(try RouteAddress("kl://A/b//c").routeComponents == ["A", "b", "c"])
    #expect(try RouteAddress("/A/b/c/").routeComponents == ["A", "b", "c"])
  }

  @Test(arguments: [
    ("", RouteAddressError(.empty, at: 0)),
    ("kl://A Module/x", RouteAddressError(.invalidCharacter(0x20), at: 6)),
    ("kl://A/x y", RouteAddressError(.invalidCharacter(0x20), at: 8)),
    ("kl://A?x y", RouteAddressError(.invalidCharacter(0x20), at: 8)),
    ("kl://A#x\n", RouteAddressError(.invalidCharacter(0x0A), at: 8)),
    ("kl://A/\u{7F}", RouteAddressError(.invalidCharacter(0x7F), at: 7)),
    ("kl://A/\0", RouteAddressError(.invalidCharacter(0), at: 7)),
    ("kl://a@b@c", RouteAddressError(.invalidCharacter(0x40), at: 8)),
    ("kl://A/100%", RouteAddressError(.brokenEscape, at: 10)),
    ("kl://A/%2", RouteAddressError(.brokenEscape, at: 7)),
    ("kl://A/%zz", RouteAddressError(.brokenEscape, at: 7)),
    ("kl://A?%2g", RouteAddressError(.brokenEscape, at: 7)),
    ("kl://%/", RouteAddressError(.brokenEscape, at: 5)),
    ("kl://A/%E4%B8", RouteAddressError(.notUTF8, at: 7)),
    ("kl://A/%E4中", RouteAddressError(.notUTF8, at: 7)),
    ("kl://A/%FF", RouteAddressError(.notUTF8, at: 7)),
    ("kl://A/%C0%80", RouteAddressError(.notUTF8, at: 7)),
    ("kl://A/%ED%A0%80", RouteAddressError(.notUTF8, at: 7)),
    ("kl://A/%F4%90%80%80", RouteAddressError(.notUTF8, at: 7)),
    ("1kl://A", RouteAddressError(.invalidScheme, at: 3)),
    ("://A", RouteAddressError(.invalidScheme, at: 0)),
    ("中:x", RouteAddressError(.invalidScheme, at: 3)),
    ("kl://A:80a", RouteAddressError(.invalidPort, at: 7)),
    ("kl://A:65536", RouteAddressError(.invalidPort, at: 7)),
    ("kl://A:b:1", RouteAddressError(.invalidPort, at: 7)),
    ("kl://:80/x", RouteAddressError(.missingHost, at: 5)),
    ("kl://user@/x", RouteAddressError(.missingHost, at: 10)),
    ("kl://[::1", RouteAddressError(.invalidHost, at: 5)),
    ("kl://[]", RouteAddressError(.invalidHost, at: 5)),
    ("kl://[::1]x", RouteAddressError(.invalidHost, at: 5)),
    ("kl://a]", RouteAddressError(.invalidHost, at: 6)),
    ("kl://a[", RouteAddressError(.invalidHost, at: 6)),
  ])
  func `An invalid URL is an error with the position`(text: String, error: RouteAddressError) {
    #expect(throws: error) { try RouteAddress(text) }
    #expect(!error.description.isEmpty)
  }

  @Test func `A text that is too long is rejected`() {
    let text = String(repeating: "a", count: RouteAddress.maximumSize + 1)
    #expect(throws: RouteAddressError(.tooLong, at: RouteAddress.maximumSize)) {
      try RouteAddress(text)
    }
  }

  @Test(arguments: [
    (RouteAddress.Parts(components: ["a", ""]), RouteAddressError(.emptyPart, at: 1)),
    (RouteAddress.Parts(queryItems: [.init("")]), RouteAddressError(.emptyPart, at: 0)),
    (RouteAddress.Parts(scheme: "1"), RouteAddressError(.invalidScheme, at: 0)),
    (RouteAddress.Parts(userInfo: "u"), RouteAddressError(.missingHost, at: 0)),
    (RouteAddress.Parts(port: 1), RouteAddressError(.missingHost, at: 0)),
    (RouteAddress.Parts(host: "h", port: -1), RouteAddressError(.invalidPort, at: 0)),
  ])
  func `Parts that cannot be written are rejected`(
    parts: RouteAddress.Parts, error: RouteAddressError
  ) {
    #expect(throws: error) { try RouteAddress(parts) }
  }

  @Test func `Every special byte is found wherever it stands among eight`() throws {
    for length in 0..<20 {
      for byte: UInt8 in 0...0x7F {
        let character = String(Unicode.Scalar(byte))
        let text = "/" + String(repeating: "a", count: length) + character + "bcdefghij"
        let address = try? RouteAddress(text)
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "%"): #expect(address == nil, "\(byte) at \(length)")
        case UInt8(ascii: "?"): #expect(address?.queryItems.map(\.name) == ["bcdefghij"])
        case UInt8(ascii: "#"): #expect(address?.fragment == "bcdefghij")
        default: #expect(address?.queryItems.isEmpty == true && address?.fragment == nil)
        }
      }
    }
  }
}

@Suite struct RouteAddressRoundTripTests {
  private static let texts = [
    "a", "A", "0", "-", ".", "..", "~", "%", "%41", " ", "+", "&", "=", "?", "#", "/", ":", "@",
    "[", "]", "{x}", "中", "é", "e\u{301}", "\u{338}", "🦊", "\0", "\n", "\u{7F}", "|", "\\", ";",
  ]

  private func text(_ generator: inout SeededGenerator, atLeast least: Int) -> String {
    (0..<Int.random(in: least...4, using: &generator)).map { _ in
      Self.texts.randomElement(using: &generator) ?? ""
    }.joined()
  }

  @Test func `Parts survive writing and reading`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      var parts = RouteAddress.Parts()
      if Bool.random(using: &random) {
        parts.scheme = ["kl", "KL", "a+1"].randomElement(using: &random)
      }
      if Bool.random(using: &random) {
        parts.host = text(&random, atLeast: 1)
        if Bool.random(using: &random) { parts.userInfo = text(&random, atLeast: 1) }
        if Bool.random(using: &random) { parts.port = Int.random(in: 0...65535, using: &random) }
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        parts.components.append(text(&random, atLeast: 1))
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let hasValue = Bool.random(using: &random)
        parts.queryItems.append(
          RouteQueryItem(
            text(&random, atLeast: hasValue ? 0 : 1), hasValue ? text(&random, atLeast: 0) : nil))
      }
      if Bool.random(using: &random) { parts.fragment = text(&random, atLeast: 1) }
      let address = try RouteAddress(parts)
      #expect(address.parts == parts, "\(address)")
      #expect(address.canonicalText == address.text)
    }
  }

  @Test func `Every valid address can be rewritten`() throws {
    var random = SeededGenerator(seed: 2)
    let pieces =
      Self.texts.filter { ![" ", "\0", "\n", "\u{7F}", "%"].contains($0) }
      + ["kl:", "//", "%20", "%2F", "%E4%B8%AD", "[::1]", ":80"]
    var count = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard let address = try? RouteAddress(text) else { continue }
      count += 1
      let again = try RouteAddress(address.canonicalText)
      #expect(again == address, "\(text)")
      #expect(again.canonicalText == address.canonicalText)
    }
    #expect(count > 5_000)
  }

  @Test(arguments: [
    ("kl://A/f", "kl://A/f"), ("kl://A/f?a=1", "kl://A/f"), ("kl://A/f?", "kl://A/f"),
    ("kl://A/f?a=1#b", "kl://A/f#b"), ("kl://A/f?#b", "kl://A/f#b"),
    ("kl://A/f#b?c", "kl://A/f#b?c"),
    ("?a", ""), ("kl:?a#", "kl:#"), ("kl://中/f?a=中#中", "kl://中/f#中"), ("kl://A?a?b", "kl://A"),
  ])
  func `The query can be left out`(text: String, shorter: String) throws {
    #expect(try RouteAddress(text).textWithoutQuery == shorter)
  }
}
