import Foundation
import ModularityTestSupport
import Testing

@testable import Khala
@testable import KhalaRoutes

@Suite struct KhalaURLTests {
  enum Size: String, Codable { case small = "S m" }
  struct Point: Codable, Equatable {
    var x: Int
    var y: Int
  }
  struct Opaque {}

  @Test func `Values stand in the path, and all others in the query by name`() throws {
    #expect(
      try Khala.url("users/{id:Int}/posts/{slug}", ["id": 5, "slug": "x y"])
        == "/users/5/posts/x%20y")
    #expect(
      try Khala.url("users/{id}", ["z": 1, "id": "a/b", "b": "&=", "flag": true], scheme: "kl")
        == "kl://users/a%2Fb?b=%26=&flag=true&z=1")
    #expect(try Khala.url("kl://AModule/server", ["value": 64]) == "kl://AModule/server?value=64")
    #expect(try Khala.url("{kl,kf}://a/b") == "kl://a/b")
    #expect(try Khala.url("{kl,kf}://a/b", scheme: "kf") == "kf://a/b")
    #expect(try Khala.url("kl://中文/函数", ["名": "值"]) == "kl://中文/函数?名=值")
  }

  @Test func `Items of a query keep their order and may share a name`() throws {
    #expect(
      try Khala.url("kl://A/f", ["c": 3], query: ["b": 1, "a": 2, "b": [3, 4], "n": nil])
        == "kl://A/f?c=3&b=1&a=2&b=3&b=4")
  }

  @Test func `A value is written in the form in which it is read`() throws {
    let id = UUID()
    let values: [String: Any?] = [
      "a": Size.small, "b": id, "c": Point(x: 1, y: 2), "d": [1, 2], "e": Int?.none as Any,
      "f": 1.5,
      "g": Int??.some(7) as Any, "h": [Int?.some(8)], "i": Substring("s"), "j": [String](),
    ]
    let url = try Khala.url("kl://A/f", values)
    let items = try RouteAddress(url).queryItems
    #expect(
      items.map(\.description) == [
        "a=S m", "b=\(id)", #"c={"x":1,"y":2}"#, "d=1", "d=2", "f=1.5", "g=7", "h=8", "i=s",
      ])
    let arguments = __KhalaArguments(
      function: "A/f", queryValues: items.map { (name: $0.name, value: $0.value) })
    #expect(try arguments.value("a", .of(Size.self)) == .small)
    #expect(try arguments.value("b", .of(UUID.self)) == id)
    #expect(try arguments.value("c", .of(Point.self)) == Point(x: 1, y: 2))
    #expect(try arguments.value("d", .array(.of(Int.self))) == [1, 2])
  }

  @Test func `Optional captures may be left out, and a rest takes several values`() throws {
    #expect(try Khala.url("search/{term}/{page:Int?}", ["term": "a"]) == "/search/a")
    #expect(try Khala.url("search/{term}/{page:Int?}", ["term": "a", "page": 2]) == "/search/a/2")
    #expect(try Khala.url("docs/{*path}", ["path": ["a", "b c"]]) == "/docs/a/b%20c")
    #expect(try Khala.url("docs/{*path}", ["path": "a/b"]) == "/docs/a/b")
    #expect(try Khala.url("docs/{*path?}", ["path": [String]()]) == "/docs")
  }

  private static let mistakes: [(make: @Sendable () throws -> String, message: String)] = [
    (
      { try Khala.url("users/{id:Int}", [:]) },
      "'users/{id:Int}' needs a value for 'id': pass one."
    ),
    (
      { try Khala.url("users/{id:Int}", ["idd": 5]) },
      "'users/{id:Int}' needs a value for 'id': pass one. Did you mean 'idd'?"
    ),
    (
      { try Khala.url("users/{id:Int}", ["id": "five"]) },
      "'five' does not fit 'id' of 'users/{id:Int}': it must be of kind 'Int'."
    ),
    (
      { try Khala.url("users/{id}", ["id": [1, 2]]) },
      "'users/{id}' takes one value for 'id', not 2: pass one."
    ),
    (
      { try Khala.url("docs/{*path}", ["path": ["a", "b/c"]]) },
      "'b/c', one of several values for 'path' of 'docs/{*path}', would be parsed as two"
    ),
    (
      { try Khala.url("kl://A/f", ["v": Opaque()]) }, "'v' cannot be written into a URL: Opaque has"
    ),
    (
      { try Khala.url("kl://A/f", scheme: "https") },
      "'kl://A/f' does not match the scheme 'https': use kl."
    ),
    ({ try Khala.url("users/{id") }, "this brace is not closed before the segment ends"),
  ]

  @Test(arguments: mistakes.indices)
  func `Missing and mismatched values are named`(row: Int) {
    let (make, message) = Self.mistakes[row]
    let error = #expect(throws: KhalaError.self) { try make() }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.fileID == #fileID && error?.line != nil)
  }

  // MARK: - There and back

  private static let patterns = [
    "users/{id}", "users/{id:Int}/posts/{slug}", "kl://{a}/x/{b}",
    "{kl,kf}://img-{id}.png/{w:UInt}",
    "docs/{*rest}", "docs/{*rest?}", "docs-{*rest}", "{x?}/s/{y}", "{name}.{ext}",
    "s/{term}/{page:Int?}/{last?}", "{flag:Bool}/{d:Double}",
    "kl://AModule/server", "a%20b/{{x}}/{y}",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "Z", "0", " ", "%", "?", "#", "&", "=", "/", "中", "é", "😀", "-", ".", "{", "+",
    ]
    return (0..<Int.random(in: 1...5, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private func value(for capture: RouteCapture, _ random: inout SeededGenerator) -> String {
    switch capture.converter?.name {
    case "Int": "\(Int.random(in: .min ... .max, using: &random))"
    case "UInt": "\(UInt.random(in: 0 ... .max, using: &random))"
    case "Bool": "\(Bool.random(using: &random))"
    case "Double": "\(Double.random(in: -1e9...1e9, using: &random))"
    default: text(&random)
    }
  }

  @Test func `A URL that was made leads back to the pattern and gives the same values`() throws {
    var random = SeededGenerator(seed: 31)
    var made = 0
    for _ in 0..<600 {
      let pattern = try RoutePattern(Self.patterns.randomElement(using: &random) ?? "")
      var captured: [String: [String]] = [:]
      for segment in pattern.variants.randomElement(using: &random) ?? [] {
        switch segment {
        case .literal: break
        case .capture(let capture): captured[capture.name] = [value(for: capture, &random)]
        case .affix(let affix):
          for capture in affix.captures { captured[capture.name] = [value(for: capture, &random)] }
        case .rest(_, let name):
          captured[name] = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            text(&random).filter { $0 != "/" } + "x"
          }
        }
      }
      let others = (0..<Int.random(in: 0...3, using: &random)).map {
        (name: "q\($0)", text(&random))
      }
      var values: [String: Any?] = [:]
      for (name, texts) in captured { values[name] = texts.count == 1 ? texts[0] : texts as Any }
      for (name, text) in others { values[name] = text }
      let url: String
      do {
        url = try Khala.url(pattern.text, values)
      } catch {
        guard error.message.contains("would not be parsed") else { throw error }
        // Such a value has no URL: it holds what ends it.
        continue
      }
      let address = try RouteAddress(url)
      let match = try #require(
        RouteTable([RouteEntry(pattern, route: 0)]).match(address), "\(url) \(pattern)")
      for name in pattern.captureNames {
        #expect(match.captures.components(of: name) == captured[name] ?? [], "\(url)")
      }
      #expect(address.queryItems.map(\.name) == others.map(\.name))
      #expect(address.queryItems.map(\.value) == others.map(\.1))
      made += 1
    }
    #expect(made > 400)
  }

  @Test func `A URL that was made is called with its values`() throws {
    let url = try Khala.url("kl://CallSample/typed", ["value": 7, "name": "A & B"])
    #expect(try Khala(str: url)?.call(as: String.self) == "7 A & B")
    let path = try Khala.url("users/{id:Int}/posts/{slug}", ["id": 5, "slug": "x y"], scheme: "kl")
    #expect(try Khala(str: path)?.call(as: String.self) == "5: x y")
  }
}
