import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

/// Filters that change nothing, asked about the texts that Foundation makes no URL of
/// or another one.
@Suite struct IdentityFilterTests {
  /// A way of setting a URL to what it is.
  struct Identity: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (URL) -> URL?
  }

  static let identities = [
    Identity(testDescription: "the same") { $0 },
    Identity(testDescription: "by its text") { URL(string: $0.absoluteString) },
    Identity(testDescription: "by its parts") {
      URLComponents(url: $0, resolvingAgainstBaseURL: true)?.url
    },
    Identity(testDescription: "by its parts, written anew") { url in
      guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
      parts.percentEncodedPath = parts.percentEncodedPath
      parts.encodedHost = parts.encodedHost
      return parts.url
    },
  ]

  /// Texts of which each has broken something, or could.
  static let texts = [
    "sc://a|b/x", "?a=1", "?", "#x", "?a#x", "kl:", "kl:?a=1", "kl://A/a|b%20c", "kl://A/ü%20c|",
    "kl://A/a%7Cb|%2Fc", "kl://xn--zz中/f", "kl://xn--fiq228c/f", "kl://XN--FIQ228C/f", "kl://ÄB/f",
    "kl://☃️/f", "kl://İ/f", "kl://ｆｕｌｌ/f", "kl://中。文/f", "kl://\u{200D}a/f", "kl://\u{202E}a/f",
    "kl://a\u{9B}/f", "kl://a^b{}\"<>`\\/f", "kl://%C3%84B/f", "kl://a%7Cb/f", "kl://a%2Fb/f",
    "kl://\(String(repeating: "中", count: 100))/f", "kl://u|ü@A:80/f|", "kl://A/f#a#b|",
    "kl://[::1]/a|b", "kl://[::::]/f", "////A|/f", "kl:////A|/f", "kl:///A|f", "kl:A|f", "A|/f",
    "//A|/f", "/A|/f", "kl://A//f|//", "kl://A/./../f|", "kl://A/[x]", "kl://A/f?a=[x]|#[x]",
    "file:a|b", "file:///a|b", "http://中文/f", "mailto:a|b@c",
  ]

  /// Texts of pieces that are easily mistaken, which are addresses.
  private static func randomTexts(_ count: Int) -> [String] {
    let pieces = [
      "kl:", "sc:", "file:", "/", "/", "//", "?", "#", "&", "=", "@", ":", ":80", "[::1]", "%7C",
      "%2F", "%41", "%C3%84", "%00", "|", "^", "{", "}", "\"", "<", "\\", "`", "[", "]", "a", "B",
      "1",
      ".", "..", "-", "_", "~", "!", "*", "'", "(", ";", ",", "+", "$", "ü", "Ä", "ß", "中", "文",
      "xn--", "xn--fiq228c", "\u{9B}", "\u{2028}", "\u{200D}", "\u{202E}", "👩‍👩‍👧", "。", "ａ", "İ",
    ]
    var random = SeededGenerator(seed: 16)
    var texts: [String] = []
    while texts.count < count {
      let size = Int.random(in: 0...9, using: &random)
      let start = Bool.random(using: &random) ? "kl://" : ""
      let text = (0..<size).reduce(into: start) { text, _ in
        text += pieces.randomElement(using: &random) ?? ""
      }
      if (try? RouteAddress(text)) != nil { texts.append(text) }
    }
    return texts
  }

  private func check(_ text: String, _ identity: Identity) throws {
    let address = try RouteAddress(text)
    let node = KhalaNode(CallContents(address: address), isExternal: true)
    let url = node.url
    #expect(url.scheme?.lowercased() == address.scheme?.lowercased(), "\(text) is \(url)")
    let changed = try #require(identity.change(url), "\(text)")
    node.url = changed
    // Where the call goes, how its host is spelled, and what comes along.
    #expect(node.components == address.routeComponents, "\(text) by \(changed)")
    #expect(node.address.host == address.host, "\(text) by \(changed)")
    #expect(node.address.scheme == address.scheme, "\(text) by \(changed)")
    #expect(node.contents.query == address.queryItems, "\(text) by \(changed)")
    let read = try RouteAddress(node.url.absoluteString)
    #expect(read == (try RouteAddress(url.absoluteString)), "\(text) by \(changed)")
  }

  @Test(arguments: identities)
  func `A filter that sets the same URL changes nothing`(
    identity: Identity
  ) throws {
    for text in Self.texts { try check(text, identity) }
    for text in Self.randomTexts(3000) { try check(text, identity) }
  }

  @Test func `A node's URL has the parts of its address`() throws {
    for text in Self.texts + Self.randomTexts(3000) {
      let address = try RouteAddress(text)
      let read = try RouteAddress(address.url.absoluteString)
      #expect(read.components == address.components, "\(text) is \(address.url)")
      #expect(read.fragment == address.fragment, "\(text) is \(address.url)")
      #expect(read.port == address.port, "\(text) is \(address.url)")
      // Foundation writes hosts that are not ASCII in its own way.
      if address.host?.utf8.allSatisfy({ $0 < 0x80 }) ?? true {
        #expect(read.host == address.host, "\(text) is \(address.url)")
      }
    }
  }

  @Test(arguments: ["kl://ÄB/f", "kl://xn--fiq228c/f", "kl://☃️/f", "kl://中文/f", "kl://a|b/f"])
  func `A filter that changes the path keeps the spelling of the host`(text: String) throws {
    let address = try RouteAddress(text)
    let node = KhalaNode(CallContents(address: address))
    var parts = try #require(URLComponents(url: node.url, resolvingAgainstBaseURL: true))
    parts.path = "/g"
    parts.queryItems = [URLQueryItem(name: "a", value: "1")]
    node.url = try #require(parts.url)
    #expect(node.components == [address.host, "g"])
    #expect(node.params["a"] as? String == "1")
  }

  @Test func `An asynchronous interceptor that changes nothing does not redirect`() throws {
    for text in Self.texts {
      let node = KhalaNode(CallContents(address: try RouteAddress(text)))
      let asked = KhalaRequest(node)
      var answer = asked
      answer.url = try #require(URL(string: asked.url.absoluteString))
      try node.follow(answer, to: asked)
      #expect(node.past.isEmpty && node.address.text == text)
    }
  }

  @Test func `A request with an invalid URL is an error that names it`() throws {
    let node = KhalaNode(CallContents(address: try RouteAddress("kl://A/f")))
    let asked = KhalaRequest(node)
    var answer = asked
    answer.url = try #require(URL(string: "kl://A/%FF"))
    let error = #expect(throws: KhalaError.self) { try node.follow(answer, to: asked) }
    #expect(error?.code == .invalidURL && error?.url == "kl://A/%FF")
    answer.url = try #require(URL(string: "kl://B/g"))
    try node.follow(answer, to: asked)
    #expect(node.components == ["B", "g"])
  }

  @Test func `An interceptor that sets the same URL does not redirect`()
    throws
  {
    let route = try Khala.route("kl://Identity|asked/f") { $0.url.scheme ?? "none" }
    let interceptor = try Khala.intercept("kl://Identity|asked/{*rest}") { $0.url = $0.url }
    defer {
      route.cancel()
      interceptor.cancel()
    }
    #expect(Khala(external: "kl://Identity|asked/f").node.isExternal)
    #expect(try Khala(str: "kl://Identity|asked/f")!.call(as: String.self) == "kl")
  }

  @Test func `A link that Foundation does not parse cannot be let in by a filter`() async {
    // Filters belong to all calls of the process.
    await #expect(processExitsWith: .success) {
      Khala.isEnabledAssert = false
      Khala.errorHandler = { _ in }
      let folder = FileManager.default.currentDirectoryPath
        .split(separator: "/").map(String.init)
      // What a file URL in the current directory would lead to.
      let route = try Khala.route(
        "\(folder.joined(separator: "/"))/{*rest}", access: .external
      ) { _ in "in" }
      Khala.rewrite.add(
        filter: RewriteFilter { node in
          node.url = node.url
          return node
        })
      for text in ["sc://a|b/x", "?a=1", "kl://xn--zz中/f"] {
        let error = #expect(throws: KhalaError.self) {
          try Khala(external: text).call(as: String.self)
        }
        #expect(error?.code == .notExternal)
        #expect(Khala(external: text).node.components == (try RouteAddress(text)).routeComponents)
      }
      route.cancel()
    }
  }
}
