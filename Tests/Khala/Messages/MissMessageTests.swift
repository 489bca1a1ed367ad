import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

@KhalaModule("Miss.Shop") final class MissShop {
  func server(value: Int) -> Int { value }
  @Route("missed/{id:Int}/show") func show(id: Int) -> Int { id }
}

/// The message for a URL that matches no route.
@Suite struct MissMessageTests {
  private static let board: RouteBoard = {
    // One of its own, so that messages do not tell of other tests.
    let owner = KhalaState.current.routes.board.classes["Miss.Shop"]
    return RouteBoard(classes: [owner].compactMap(\.self))
  }()

  private static let shop = "'Miss.Shop' (KhalaTests/MissMessageTests.swift:7)"

  private static let list = " Its functions are: \n0: server(value:)\n1: show(id:)"

  struct Row: Sendable, CustomTestStringConvertible {
    let url: String
    let code: KhalaError.Code
    let says: String
    var list = ""

    var testDescription: String { url }
  }

  @Test(arguments: [
    Row(
      url: "kl://Miss.Shop/sever", code: .functionNotFound,
      says: "\(shop) has no such function: did you mean the function 'server'?", list: list),
    Row(
      url: "/Miss.Shop/sever", code: .functionNotFound,
      says: "\(shop) has no such function: did you mean the function 'server'?", list: list),
    Row(
      url: "kl://Miss.Shop/nothing/like/it", code: .functionNotFound,
      says: "\(shop) has no such function.", list: list),
    Row(
      url: "kl://Miss.Shop", code: .invalidURL, says: "It names no function of \(shop).",
      list: list),
    Row(
      url: "kl://Miss.Shap/server", code: .classNotFound,
      says: "No such class or path exists: did you mean the class 'Miss.Shop'?"),
    // The nearest class has no such function.
    Row(
      url: "kl://Miss.Shap/elsewhere", code: .classNotFound,
      says: "No such class or path exists."),
    Row(url: "/P/x", code: .classNotFound, says: "No such class or path exists."),
    Row(url: "kl:///P/x", code: .classNotFound, says: "No such class or path exists."),
    Row(
      url: "/misssed/5/show", code: .classNotFound,
      says: "No such class or path exists: did you mean the segment 'missed'?"),
    Row(
      url: "/missed/five/show", code: .classNotFound,
      says:
        "No such class or path exists; the nearest route is 'missed/{id:Int}/show': component "
        + "2, 'five', does not fit '{id:Int}'."),
    Row(
      url: "kl://Miss.Shap", code: .invalidURL,
      says: "No such class or path exists: did you mean the class 'Miss.Shop'?"),
    Row(url: "kl:///", code: .invalidURL, says: "It names no class and no path."),
  ])
  func `An error for an unmatched name has the nearest name`(row: Row) throws {
    let error = Self.board.miss(of: try RouteAddress(row.url))
    #expect(error.message == "[Khala] '\(row.url)' matches no route. \(row.says)\(row.list)")
    #expect(error.code == row.code)
    #expect(error.url == row.url)
  }

  @Test(arguments: ["kl://Miss.Shop/sever", "/P/x", "/misssed/5/show", "kl://Miss.Shop", "kl:///"])
  func `An explanation starts with the text of the error`(url: String) throws {
    let explanation = Self.board.explain(url, rewrite: FilterRewrite())
    let error = Self.board.miss(of: try RouteAddress(url))
    let hint = try #require(explanation.hint)
    #expect(explanation.description.hasPrefix("'\(url)' matches no route. \(hint)\n"))
    #expect(error.message.hasPrefix("[Khala] '\(url)' matches no route. \(hint)"))
  }

  @Test func `A URL that leads to a route has no hint`() {
    #expect(Self.board.explain("kl://Miss.Shop/server", rewrite: FilterRewrite()).hint == nil)
  }

  @Test func `An invalid URL is explained in the words of the error`() {
    let error = #expect(throws: KhalaError.self) {
      try Khala(external: "kl://a b").call(as: Any?.self)
    }
    let reason = "the space at offset 6 is not allowed in a URL: escape it as '%20'."
    #expect(error?.message == "[Khala] 'kl://a b' is not a URL: \(reason)")
    #expect(error?.code == .invalidURL)
    #expect(Khala.explain("kl://a b").description == "'kl://a b' is not a URL: \(reason)")
  }

  @Test func `A name that is too long gets no suggestions`() throws {
    let long = String(repeating: "x", count: 2_000_000)
    #expect(RouteHints(try RouteAddress("kl://\(long)/f"), in: Self.board).classes.isEmpty)
    #expect(
      RouteHints(try RouteAddress("kl://Miss.Shop/\(long)"), in: Self.board).functions.isEmpty)
  }

  @Test func `A notification without a function name is an error`()
    async
  {
    await #expect(processExitsWith: .success) {
      let problems = EventRecorder<KhalaError>()
      Khala.errorHandler = { problems.record($0) }
      #expect(KhalaNotify(str: "kl:///")?.call().isEmpty == true)
      #expect(
        problems.events.map(\.message) == [
          """
          [Khala] 'kl:///' is not a URL: it names no function: write 'kl://function?key=value'.
          """
        ])
    }
  }
}
