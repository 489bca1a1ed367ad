import Foundation
import Testing

@testable import Khala

@Suite struct KhalaNodeTests {
  private func node(_ url: String, _ params: [AnyHashable: Any] = [:]) throws -> KhalaNode {
    KhalaNode(CallContents(address: try RouteAddress(url), given: params))
  }

  private func items(_ node: KhalaNode) -> [String] { node.contents.query.map(\.description) }

  @Test func `Setting one value leaves the others unchanged`() throws {
    let node = try node("kl://A/f?l=1&l=2&flag", ["own": 5])
    node.params["token"] = "x"
    #expect(items(node) == ["l=1", "l=2", "flag"])
    #expect(node.params.count == 3)
    node.params["l"] = 7
    #expect(node.params["l"] as? Int == 7)
    #expect(node.contents.info()["own"] as? Int == 5)
  }

  @Test func `A removed value is removed from the query, too`() throws {
    let node = try node("kl://A/f?a=1&a=2&b=3", ["c": 1])
    node.params["a"] = nil
    #expect(items(node) == ["b=3"])
    node.params = [:]
    #expect(node.contents.info().isEmpty)
    node.url = try #require(URL(string: "kl://A/g?a=4"))
    #expect(node.contents.info()["a"] as? String == "4")
  }

  @Test func `A non-ASCII host is unchanged, though Foundation rewrites it`() throws {
    let url = try #require(URL(string: "kl://用户:p@中文:80/方法?名=值#x"))
    #expect(url.absoluteString.contains("xn--fiq228c"))
    let call = Khala(url: url)
    #expect(call.node.address.parts == (try RouteAddress("kl://用户:p@中文:80/方法?名=值#x")).parts)
    call.node.url = call.node.url
    #expect(call.node.address.host == "中文")
    #expect(
      try Khala(url: #require(URL(string: "kl://中文/方法?名=值"))).call(as: String.self) == "中文.方法 值")
    #expect(Khala(str: "kl://xn--fiq228c/f")?.node.address.host == "xn--fiq228c")
  }

  @Test func `The query of a new URL precedes the previous values`() throws {
    let node = try node("kl://A/f?a=1")
    node.url = try #require(URL(string: "kl://B/g?b=2&a=3"))
    #expect(items(node) == ["b=2", "a=3", "a=1"])
    #expect(node.url.absoluteString == "kl://B/g")
    #expect(node.past.map(\.text) == ["kl://A/f?a=1"])
  }

  @Test func `A copy of a node changes independently`() throws {
    let node = try node("kl://A/f?a=1", ["b": 2])
    let copy = KhalaNode(node.contents)
    copy.params["b"] = 3
    copy.url = try #require(URL(string: "kl://B/g?a=3"))
    #expect(node.url.absoluteString == "kl://A/f")
    #expect(node.params["b"] as? Int == 2)
    #expect(items(node) == ["a=1"])
  }
}
