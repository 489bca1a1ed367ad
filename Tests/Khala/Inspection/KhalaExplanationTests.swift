import Foundation
import Testing

@testable import Khala

@KhalaModule("Explain.Shop") final class ExplainShop {
  func server(value: Int) -> Int { value }
  func server(name: String) -> Int { name.count }
  @Route("explain/{id:Int}/show", priority: 2, schemes: "kl") func show(id: Int) -> Int { id }
  @Route("explain/{*rest}") func other(rest: [String]) -> Int { rest.count }
  init() { preconditionFailure("an explanation makes no instance") }
}

@Suite struct KhalaExplanationTests {
  private func place(_ line: Int) -> String { "KhalaTests/KhalaExplanationTests.swift:\(line)" }

  private func explain(
    _ url: String, _ filters: RewriteFilter...
  ) -> KhalaExplanation {
    let rewrite = FilterRewrite()
    rewrite.filters = filters
    // A board of its own, so that reports do not tell of other tests.
    let owner = KhalaState.current.routes.board.classes["Explain.Shop"]
    return RouteBoard(classes: [owner].compactMap(\.self)).explain(url, rewrite: rewrite)
  }

  @Test func `An explanation names the route of a URL, and what resolved it`() {
    let explanation = explain("kl://explain/5/show?a=1&b#c")
    #expect(
      explanation.description == """
        'kl://explain/5/show?a=1&b#c' calls Explain.Shop.show(id: Int) -> Int
          scheme 'kl', host 'explain', path '5/show', query a = '1', query b without a value, \
        fragment 'c'
          by 'kl://explain/{id:Int}/show', of priority 2, declared at \(place(9))
          captured: id = '5'
          the search:
            component 1, 'explain', is a literal segment
            component 2, '5', fits '{:Int}'
            component 3, 'show', is a literal segment
            'kl://explain/{id:Int}/show' matches
          other routes:
            'explain/{*rest}' of Explain.Shop.other (\(place(10))): it also matches, but \
        'kl://explain/{id:Int}/show' comes first
        """)
    #expect(explanation.isMatch && explanation.routes.map(\.kind) == [.path])
    #expect(explanation.captures.map { "\($0.name) = \($0.value)" } == ["id = 5"])
    #expect(explanation.candidates.map(\.route.pattern) == ["explain/{*rest}"])
    #expect(explanation.parts?.queryItems.map(\.value) == ["1", nil])
    #expect(explanation.fault == nil && explanation.refusal == nil)
  }

  @Test func `The explanation of a miss has suggestions, and the existing routes`() {
    let explanation = explain("kl://Explain.Shop/sever")
    #expect(
      explanation.description == """
        'kl://Explain.Shop/sever' matches no route. 'Explain.Shop' (\(place(6))) has no such \
        function: did you mean the function 'server'?
          scheme 'kl', host 'Explain.Shop', path 'sever'
          the search:
            component 1, 'Explain.Shop', is a literal segment
            component 2, 'sever', is not a literal segment
            nothing below matches: back to component 1, 'Explain.Shop',
          nearest routes:
            'Explain.Shop/other' of Explain.Shop.other (\(place(10))): component 2 is 'sever' \
        instead of 'other'
            'Explain.Shop/server' of Explain.Shop.server (\(place(7))): component 2 is 'sever' \
        instead of 'server'
            'Explain.Shop/show' of Explain.Shop.show (\(place(9))): component 2 is 'sever' instead \
        of 'show'
          registered in 'Explain.Shop':
            'kl://explain/{id:Int}/show': Explain.Shop.show(id: Int) -> Int (\(place(9)))
            'explain/{*rest}': Explain.Shop.other(rest: [String]) -> Int (\(place(10)))
            'Explain.Shop/other': Explain.Shop.other(rest: [String]) -> Int (\(place(10)))
            'Explain.Shop/server': Explain.Shop.server(value: Int) -> Int (\(place(7)))
            'Explain.Shop/server': Explain.Shop.server(name: String) -> Int (\(place(8)))
            'Explain.Shop/show': Explain.Shop.show(id: Int) -> Int (\(place(9)))
        """)
    #expect(!explanation.isMatch)
    #expect(explanation.nearestFunctions == ["server"])
    #expect(explanation.registered.count == 6)
  }

  @Test func `Suggestions cover misspelled classes and segments`() {
    #expect(explain("kl://Explain.Shap/server").nearestClasses == ["Explain.Shop"])
    #expect(explain("kl://Explain.Shap/server").registered.isEmpty)
    #expect(explain("kl://explian/5/show").nearestLiterals == ["explain"])
    #expect(
      explain("kl://explian/5/show").description.contains("did you mean the segment 'explain'?"))
  }

  @Test func `Overloads are explained together`() {
    let explanation = explain("kl://Explain.Shop/server?value=5")
    #expect(explanation.routes.count == 2)
    #expect(
      explanation.description.hasPrefix(
        """
        'kl://Explain.Shop/server?value=5' calls the function that fits the values, one of: \
        Explain.Shop.server(value: Int) -> Int; Explain.Shop.server(name: String) -> Int
        """))
  }

  @Test func `An invalid URL is explained with the reason`() {
    let explanation = explain("kl://a b")
    #expect(
      explanation.description == """
        'kl://a b' is not a URL: the space at offset 6 is not allowed in a URL: escape it as '%20'.
        """)
    #expect(explanation.fault != nil && explanation.parts == nil && !explanation.isMatch)
  }

  @Test func `The explanation includes rewrite filters`() {
    let elsewhere = RewriteFilter { node in
      node.url = try #require(URL(string: "kl://explain/7/show"))
      return node
    }
    let explanation = explain("kl://Old/place", elsewhere)
    #expect(explanation.rewrittenURL == "kl://explain/7/show")
    #expect(explanation.captures.map(\.value) == ["7"])
    #expect(
      explanation.description.hasPrefix(
        """
        'kl://Old/place' calls Explain.Shop.show(id: Int) -> Int
          rewrite filters change it to 'kl://explain/7/show'
          scheme 'kl', host 'explain', path '7/show'
        """))
    let refused = explain("kl://Old/place", RewriteFilter { _ in throw KhalaDenial("closed") })
    #expect(
      refused.description == """
        'kl://Old/place' is rejected by a rewrite filter: closed
          scheme 'kl', host 'Old', path 'place'
        """)
    #expect(refused.refusal == "closed" && !refused.isMatch)
  }

  @Test func `Explaining the routes of the process creates no instance`() {
    let explanation = Khala.explain("kl://Explain.Shop/server")
    #expect(explanation.isMatch && explanation.version > 0)
    #expect(PseudoClass.cache["Explain.Shop"] == nil)
  }
}
