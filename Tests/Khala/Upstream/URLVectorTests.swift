import Foundation
import Khala
import Testing

/// What becomes of a URL: its parts, and where a call to it ends.
///
/// The texts are those that were tried with the original, and `original` says
/// what it did where we mean to differ:
///
/// - Every component of the path counts. The original called the last one and did
///   not look at the others.
/// - A slash at the end means nothing. In the original it was a function named
///   `/` if there was no other component.
/// - No question mark stays behind when the query is taken off.
/// - All items of the query are kept, in order, beside the dictionary, which has
///   the same values as in the original.
/// - A host that is not ASCII stays as it is and names a class. The original
///   looked for a class with the name in punycode.
/// - What has no host is matched by its components, so `AModule/f` and
///   `kl:AModule/f` are what they look like. The original called neither.
@Suite struct URLVectorTests {
  /// Where a call ends.
  enum End: Sendable {
    case returns(String)
    case fails(KhalaError.Code)
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    let text: String
    var value: Int?
    /// The URL without its query.
    let url: String
    var params: [String: String] = [:]
    let end: End
    /// What the original does, where it is something else.
    var original: String?

    var testDescription: String { original.map { "\(text) (originally: \($0))" } ?? text }

    init(
      _ text: String, value: Int? = nil, url: String? = nil, params: [String: String] = [:],
      _ end: End, original: String? = nil
    ) {
      self.text = text
      self.value = value
      self.url = url ?? text
      self.params = params
      self.end = end
      self.original = original
    }
  }

  static let vectors: [Vector] = [
    Vector(
      "kl://AModule/server2?value=64", url: "kl://AModule/server2", params: ["value": "64"],
      .returns("AModule.server2"), original: "the URL keeps its '?'"),
    Vector("kl://AModule", .fails(.invalidURL)),
    Vector("kl://AModule/", .fails(.invalidURL), original: "the function '/' is not found"),
    Vector("kl://AModule/a/b/c", .fails(.functionNotFound), original: "calls 'c'"),
    Vector(
      "kl://AModule/f?a=1&a=2&flag&empty=&sp=a+b%20c&u=%E4%B8%AD", url: "kl://AModule/f",
      params: ["a": "1", "empty": "", "sp": "a+b c", "u": "中"], .returns("AModule.f"),
      original: "the second 'a' and the flag are lost"),
    Vector(
      "kl://AModule/f?value=url", value: 46, url: "kl://AModule/f", params: ["value": "46"],
      .returns("AModule.f")),
    Vector(
      "kl://doSomething?value=888", url: "kl://doSomething", params: ["value": "888"],
      .fails(.invalidURL)),
    Vector("AModule/doSomething", .returns("AModule.doSomething"), original: "an error of the URL"),
    Vector("kl:AModule/f", .returns("AModule.f"), original: "an error of the URL"),
    Vector("kl:///doSomething", .fails(.invalidURL)),
    Vector(
      "kl://中文/方法?名=值", url: "kl://xn--fiq228c/%E6%96%B9%E6%B3%95", params: ["名": "值"],
      .returns("中文.方法 值"), original: "the class 'xn--fiq228c' is not found"),
    Vector("kl://user:pw@AModule:80/f#frag", .returns("AModule.f")),
    Vector("kl://My.AModule/f", .returns("My.AModule.f")),
    Vector("kl://a_module/f", .returns("a_module.f")),
    Vector("KL://AMODULE/F", .returns("AMODULE.F")),
    Vector(
      "kl://AModule/f/?x=1", url: "kl://AModule/f/", params: ["x": "1"], .returns("AModule.f"),
      original: "the URL keeps its '?'"),
  ]

  @Test(arguments: vectors)
  func `A URL has the expected parts and route`(vector: Vector) throws {
    let params: [AnyHashable: Any] = vector.value.map { ["value": $0] } ?? [:]
    let call = try #require(Khala(str: vector.text, params: params))
    #expect(call.node.url.absoluteString == vector.url)
    #expect(
      call.node.params.mapValues { "\($0)" }
        == Dictionary(uniqueKeysWithValues: vector.params.map { (AnyHashable($0), $1) }))
    switch vector.end {
    case .returns(let result):
      #expect(try call.call(as: String.self) == result)
    case .fails(let code):
      let error = #expect(throws: KhalaError.self) { try call.call(as: String.self) }
      #expect(error?.code == code)
    }
  }

  @Test(arguments: ["", "kl://A Module/x"])
  func `An invalid URL makes no call`(text: String) {
    #expect(Khala(str: text) == nil)
  }

  @Test func `No item of a query is lost, and their order is kept`() {
    let items = Khala(str: "kl://AModule/f?a=1&a=2&flag&empty=&sp=a+b%20c&u=%E4%B8%AD")?
      .node.queryItems
    #expect(
      items == [
        URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "a", value: "2"),
        URLQueryItem(name: "flag", value: nil), URLQueryItem(name: "empty", value: ""),
        URLQueryItem(name: "sp", value: "a+b c"), URLQueryItem(name: "u", value: "中"),
      ])
  }

  @Test func `The host of a notification is the function's name`() {
    Khala(str: "kl://SwiftClass/definition1")?.call()
    let answers = KhalaNotify(str: "kl://definition1?value=888")?.callLabeled()
    #expect(answers?.map(\.name) == ["SwiftClass"])
  }
}
