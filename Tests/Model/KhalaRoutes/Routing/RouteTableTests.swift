import RoutePatterns
import Testing

@testable import KhalaRoutes

@Suite struct RouteTableTests {
  private func table(_ patterns: String...) throws -> RouteTable<String> {
    RouteTable(try patterns.map { RouteEntry(try RoutePattern($0), route: $0) })
  }

  private func route(_ address: String, in table: RouteTable<String>) throws -> String? {
    table.match(try RouteAddress(address))?.route
  }

  @Test func `An empty table matches nothing`() throws {
    let table = RouteTable<Int>([])
    #expect(table.match(try RouteAddress("kl://a/b")) == nil)
    #expect(table.explain(try RouteAddress("kl://a/b")).match == nil)
  }

  @Test func `The more precise segment wins, from the left`() throws {
    let table = try table(
      "{*rest}", "{a}", "{a:Double}", "{a:Int}", "{a:UInt}", "{a:Bool}", "a{x}", "ab{x}", "{x}c",
      "abc", "{a}/x", "abc/{b}")
    let expectations = [
      "/abc": "abc", "/abd": "ab{x}", "/abxc": "ab{x}", "/ad": "a{x}", "/xc": "{x}c",
      "/true": "{a:Bool}", "/1": "{a:UInt}", "/-1": "{a:Int}", "/1.5": "{a:Double}", "/zz": "{a}",
      "/abc/x": "abc/{b}", "/q/x": "{a}/x", "/q/y": "{*rest}",
    ]
    for (address, expected) in expectations {
      #expect(try route(address, in: table) == expected, "\(address)")
    }
  }

  @Test func `A priority counts more than any pattern`() throws {
    let table = RouteTable([
      RouteEntry(try RoutePattern("users/me"), route: "exact"),
      RouteEntry(try RoutePattern("{*rest}"), priority: -1, route: "last"),
      RouteEntry(try RoutePattern("users/{id}"), priority: 1, route: "first"),
    ])
    #expect(table.match(try RouteAddress("kl://users/me"))?.route == "first")
    #expect(table.match(try RouteAddress("kl://users"))?.route == "last")
  }

  @Test func `Backtracking discards captures`() throws {
    let table = try table(
      "users/me/settings", "users/{id}/posts", "users/{id2}/{what}/all", "users/me/{x}/y/z")
    let match = try #require(table.match(try RouteAddress("kl://users/me/posts")))
    #expect(match.route == "users/{id}/posts")
    #expect(match.captures.dictionary == ["id": "me"])
    let other = try #require(table.match(try RouteAddress("kl://users/me/posts/all")))
    #expect(other.captures.dictionary == ["id2": "me", "what": "posts"])
    #expect(try route("kl://users/me/posts/none", in: table) == nil)
  }

  @Test func `A named scheme precedes any scheme, in upper and lower case`() throws {
    let table = try table("a/{x}", "kl://a/{y}", "{kf,kg}://a/{z}", "https://{host}/a")
    #expect(try route("kl://a/1", in: table) == "kl://a/{y}")
    #expect(try route("KL://a/1", in: table) == "kl://a/{y}")
    #expect(try route("kg://a/1", in: table) == "{kf,kg}://a/{z}")
    #expect(try route("kh://a/1", in: table) == "a/{x}")
    #expect(try route("a/1", in: table) == "a/{x}")
    #expect(try route("https://user@example.com:80/a?b#c", in: table) == "https://{host}/a")
    #expect(try route("http://example.com/a", in: table) == nil)
  }

  @Test func `A scheme that does not match continues the search`() throws {
    let table = try table("kl://a/b", "a/{x}", "kl://c")
    #expect(try route("kf://a/b", in: table) == "a/{x}")
    #expect(try route("kf://c", in: table) == nil)
  }

  @Test func `Optional components may be missing`() throws {
    let table = try table("search/{term}/{page:Int?}")
    let long = try #require(table.match(try RouteAddress("kl://search/a/2")))
    #expect(long.captures.dictionary == ["term": "a", "page": "2"])
    #expect(long.captures.value(of: "page", as: Int.self) == 2)
    let short = try #require(table.match(try RouteAddress("kl://search/a")))
    #expect(short.captures.dictionary == ["term": "a"])
    #expect(short.captures.names == ["term", "page"])
    #expect(short.captures["page"] == nil)
    #expect(short.captures.components(of: "page").isEmpty)
    #expect(try route("kl://search/a/b", in: table) == nil)
    #expect(try route("kl://search", in: table) == nil)
  }

  @Test func `A component is split so that its captures fit`() throws {
    let table = try table(
      "blog/{slug}-{id:Int}", "blog/{slug}-{part}-{id:Int}/x", "blog/{slug}", "{name}.{ext}")
    let post = try #require(table.match(try RouteAddress("/blog/my-first-post-42")))
    #expect(post.captures.dictionary == ["slug": "my-first-post", "id": "42"])
    #expect(post.captures.value(of: "id", as: Int.self) == 42)
    let part = try #require(table.match(try RouteAddress("/blog/my-%66irst-post-42/x")))
    #expect(part.captures.dictionary == ["slug": "my-first", "part": "post", "id": "42"])
    #expect(try route("/blog/my-first-post", in: table) == "blog/{slug}")
    let file = try #require(table.match(try RouteAddress("/archive.tar%2Egz")))
    #expect(file.captures.dictionary == ["name": "archive.tar", "ext": "gz"])
  }

  @Test func `A rest after text captures the end of its component and all that follow`() throws {
    let table = try table("src{*path}", "src/{*path}", "src1{*path}", "{a}/{b}", "src{n}", "sr/x")
    let match = try #require(table.match(try RouteAddress("kl://src-a/b%2Fc//d?x")))
    #expect(match.route == "src{*path}")
    #expect(match.captures["path"] == "-a/b/c/d")
    #expect(match.captures.components(of: "path") == ["-a", "b/c", "d"])
    // A port is no component, and an escape in the text is no other text.
    let host = try #require(table.match(try RouteAddress("kl://src%2Da:80/b")))
    #expect(host.captures.components(of: "path") == ["-a", "b"])
    let escaped = try #require(table.match(try RouteAddress("/s%72cx/y")))
    #expect(escaped.captures.components(of: "path") == ["x", "y"])
    let expectations: [String: String?] = [
      "/src/a": "src/{*path}", "/src-a": "src{n}", "/src1a/b": "src1{*path}",
      "/src1/b": "src{*path}", "/sr/x": "sr/x", "/sr/y": "{a}/{b}", "/src": nil, "/sr": nil,
    ]
    for (address, expected) in expectations {
      #expect(try route(address, in: table) == expected, "\(address)")
    }
  }

  @Test func `An optional component before others may be missing`() throws {
    let table = try table("{language?}/docs/{page?}", "{a}/{b?}/{c:Int?}/end")
    func captures(_ text: String) throws -> [String: String]? {
      table.match(try RouteAddress(text))?.captures.dictionary
    }
    #expect(try captures("kl://docs") == [:])
    #expect(try captures("kl://en/docs") == ["language": "en"])
    #expect(try captures("kl://docs/intro") == ["page": "intro"])
    #expect(try captures("kl://en/docs/intro") == ["language": "en", "page": "intro"])
    // The more precise segment comes first from the left, here as everywhere.
    #expect(try captures("kl://docs/docs") == ["page": "docs"])
    #expect(try captures("kl://x/end") == ["a": "x"])
    #expect(try captures("kl://x/y/end") == ["a": "x", "b": "y"])
    #expect(try captures("kl://x/5/end") == ["a": "x", "b": "5"])
    #expect(try captures("kl://x/y/5/end") == ["a": "x", "b": "y", "c": "5"])
    #expect(try captures("kl://x/y/z/end") == nil)
    let match = try #require(table.match(try RouteAddress("kl://docs/intro")))
    #expect(match.captures.names == ["language", "page"])
    #expect(match.captures["language"] == nil && match.captures.count == 1)
    #expect(match.captures.components(of: "language").isEmpty)
  }

  @Test func `Of two equal matches, the one with captures further left wins`() throws {
    let table = try table("{a?}/{b}/{c?}", "{d?}/x/{e}/{f?}")
    #expect(table.compare().problems.isEmpty)
    #expect(
      try table.match(RouteAddress("/1/2"))?.captures.dictionary == ["a": "1", "b": "2"])
    #expect(
      try table.match(RouteAddress("/1/x/2"))?.captures.dictionary == ["d": "1", "e": "2"])
    #expect(
      try table.match(RouteAddress("/x/x/2"))?.captures.dictionary == ["e": "x", "f": "2"])
  }

  @Test func `A rest captures components, and keeps escaped slashes within them`() throws {
    let table = try table("docs/{*path}", "{*all}")
    let match = try #require(table.match(try RouteAddress("kl://docs/a%2Fb//c%20d/?x")))
    #expect(match.captures["path"] == "a/b/c d")
    #expect(match.captures.components(of: "path") == ["a/b", "c d"])
    let all = try #require(table.match(try RouteAddress("kl://h:80/a/b")))
    #expect(all.captures.components(of: "all") == ["h", "a", "b"])
    #expect(try route("kl://docs", in: table) == "{*all}")
    #expect(try route("kl:", in: table) == nil)
  }

  @Test func `Escaped and plain text match alike`() throws {
    let table = try table("中文/{x}", "a%20b/img-{id}.{ext}", "a%2Fb")
    #expect(try route("kl://%E4%B8%AD%E6%96%87/1", in: table) == "中文/{x}")
    #expect(try route("kl://中文/1", in: table) == "中文/{x}")
    let match = try #require(table.match(try RouteAddress("/a%20b/im%67-%E4%B8%AD%2E%70ng")))
    #expect(match.captures.dictionary == ["id": "中", "ext": "png"])
    #expect(try route("/a%2Fb", in: table) == "a%2Fb")
    #expect(try route("/a/b", in: table) == nil)
  }

  @Test func `Composed and decomposed letters do not match each other`() throws {
    let table = try table("\u{E9}")
    #expect(try route("/\u{E9}", in: table) != nil)
    #expect(try route("/e\u{301}", in: table) == nil)
  }

  @Test func `Captures beyond the inline storage are kept`() throws {
    let table = try table("{a}/{b}-{c}/{d}/{e}/{f}/{*g}")
    let match = try #require(table.match(try RouteAddress("/1/2-3/4/5/6/7/8")))
    #expect(
      match.captures.dictionary
        == ["a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "f": "6", "g": "7/8"])
    #expect(match.captures.count == 7)
    #expect(match.captures["h"] == nil)
  }

  @Test func `The order of the entries does not matter`() throws {
    let patterns = ["a/{x}", "a/{x:Int}", "a{y}/b", "{*r}", "a/b", "kl://a/b"]
    let entries = try patterns.map { RouteEntry(try RoutePattern($0), route: $0) }
    let table = RouteTable(entries)
    let reversed = RouteTable(entries.reversed())
    for text in ["/a/b", "kl://a/b", "/a/1", "/ac/b", "/a", "/x/y"] {
      let address = try RouteAddress(text)
      #expect(table.match(address)?.route == reversed.match(address)?.route)
    }
  }

  @Test func `The longest patterns are matched, compared and explained`() throws {
    let segments = (0..<RoutePatternSyntax.segmentLimit).map { $0 % 2 == 0 ? "a" : "{x\($0)}" }
    let table = RouteTable([
      RouteEntry(try RoutePattern(segments.joined(separator: "/")), route: 0),
      RouteEntry(
        try RoutePattern(segments.dropLast().joined(separator: "/") + "/{*rest}"), priority: 1,
        route: 1),
    ])
    let path = Array(repeating: "a", count: segments.count).joined(separator: "/")
    let match = try #require(table.match(try RouteAddress(path)))
    #expect(match.route == 1)
    #expect(match.captures.count == segments.count / 2)
    #expect(match.captures["x97"] == "a")
    #expect(table.compare().problems.map(\.kind) == [.unreachable])
    #expect(table.explain(try RouteAddress(path)).match == table.entries[1].pattern)
  }

  @Test func `Very many components are matched`() throws {
    let table = try table("a/{x}", "b/{*rest}")
    let path = String(repeating: "/x", count: 100_000)
    #expect(try route("kl://a" + path, in: table) == nil)
    let match = try #require(table.match(try RouteAddress("kl://b" + path)))
    #expect(match.captures.components(of: "rest").count == 100_000)
  }
}

@Suite struct RouteProblemTests {
  private func problems(_ entries: (String, Int)...) throws -> [RouteProblem] {
    RouteTable(try entries.map { RouteEntry(try RoutePattern($0), priority: $1, route: 0) })
      .compare().problems
  }

  private func kinds(_ entries: (String, Int)...) throws -> [RouteProblem.Kind] {
    RouteTable(
      try entries.map { RouteEntry(try RoutePattern($0), priority: $1, route: 0) }
    ).compare().problems.map(\.kind)
  }

  @Test func `Equal patterns conflict, and the first one gets the addresses`() throws {
    let entries = try ["users/{id}", "users/{name}"].map {
      RouteEntry(try RoutePattern($0), route: $0)
    }
    let table = RouteTable(entries)
    #expect(
      table.compare().problems.map(\.description) == [
        """
        the routes 'users/{id}' and 'users/{name}' match the same addresses, and the first one \
        gets them all. Change one of the patterns, or give one a higher priority.
        """
      ])
    #expect(
      table.compare().problems.map(\.entry) == [1] && table.compare().problems.map(\.other) == [0])
    #expect(table.match(try RouteAddress("kl://users/1"))?.route == "users/{id}")
  }

  @Test func `Variants of a pattern conflict with equal patterns`() throws {
    #expect(try kinds(("a/{b?}", 0), ("a", 0)) == [.conflict])
    #expect(try kinds(("a/{*b?}", 0), ("a", 0)) == [.conflict])
    #expect(try kinds(("a/{*b}", 0), ("a", 0)) == [])
    #expect(try kinds(("{a}-{b:Int}", 0), ("{c}-{d:Int}", 0)) == [.conflict])
    #expect(try kinds(("{a}-{b:Int}", 0), ("{c}-{d}", 0)) == [])
    #expect(try kinds(("{a?}/b", 0), ("b", 0)) == [.conflict])
    #expect(try kinds(("{a?}/b", 0), ("{c}/b", 0)) == [.conflict])
    #expect(try kinds(("{a?}/{b}/{c?}", 0), ("{d}/{e}", 0)) == [.conflict])
    #expect(try kinds(("{a?}/{b}/{c?}", 0)) == [])
    #expect(try kinds(("src{*a}", 0), ("src{*b}", 0)) == [.conflict])
    #expect(try kinds(("src{*a}", 0), ("src{b}", 0), ("src/{*b}", 0)) == [])
  }

  @Test func `Schemes tell equal patterns apart`() throws {
    #expect(try kinds(("kl://a", 0), ("kf://a", 0), ("a", 0)) == [])
    #expect(try kinds(("{kl,kf}://a", 0), ("kf://a", 0)) == [.conflict])
    #expect(try kinds(("a", 0), ("a", 0)) == [.conflict])
  }

  @Test func `A route that a higher priority covers entirely is unreachable`() throws {
    let found = try problems(("{*rest}", 1), ("users/{id}", 0))
    #expect(
      found.map(\.description) == [
        """
        the route 'users/{id}' of priority 0 is never reached: '{*rest}' of priority 1 matches all \
        its addresses. Raise the priority of the former, or make the pattern of the latter \
        narrower.
        """
      ])
    #expect(try kinds(("users/{id}", 1), ("users/me", 0)) == [.unreachable])
    #expect(try kinds(("users/{id}", 1), ("users/{id:Int}", 0)) == [.unreachable])
    #expect(try kinds(("users/{id:Double}", 1), ("users/{id:Int}", 0)) == [.unreachable])
    #expect(try kinds(("users/{id:Int}", 1), ("users/5", 0)) == [.unreachable])
    #expect(try kinds(("img-{id}", 1), ("img-1", 0)) == [.unreachable])
    #expect(try kinds(("img-{id}", 1), ("img-{id:Int}", 0)) == [.unreachable])
    #expect(try kinds(("{a}", 1), ("img-{id}", 0)) == [.unreachable])
    #expect(try kinds(("a", 1), ("a", 0)) == [.unreachable])
    #expect(try kinds(("a", 1), ("kl://a", 0)) == [.unreachable])
    #expect(try kinds(("{*r}", 1), ("a/{*r}", 0)) == [.unreachable])
    #expect(try kinds(("a/{*r?}", 2), ("a/{b?}", 0)) == [.unreachable])
    #expect(try kinds(("a", 2), ("a/{*r}", 1), ("a/{b?}", 0)) == [.unreachable])
    #expect(try kinds(("{a}.{b}", 1), ("{c}.tar.{d}", 0)) == [.unreachable])
    #expect(try kinds(("{a}.{b}", 1), ("x{c:Int}.gz", 0)) == [.unreachable])
    #expect(try kinds(("{a}-{b:Int}", 1), ("x-y-5", 0)) == [.unreachable])
    #expect(try kinds(("a{*r}", 1), ("ab", 0)) == [.unreachable])
    #expect(try kinds(("a{*r}", 1), ("ab{x}/y/z", 0)) == [.unreachable])
    #expect(try kinds(("a{*r}", 1), ("a{x}", 0)) == [.unreachable])
    #expect(try kinds(("a{*r}", 1), ("ab{*s}", 0)) == [.unreachable])
    #expect(try kinds(("{*r}", 1), ("ab{*s}", 0)) == [.unreachable])
    #expect(try kinds(("{a?}/b/{c?}", 1), ("x/b", 0)) == [.unreachable])
  }

  @Test func `A route that a higher priority covers partly is reachable`() throws {
    #expect(try kinds(("users/{id:Int}", 1), ("users/{id}", 0)) == [])
    #expect(try kinds(("users/{id:Int}", 1), ("users/{id:Double}", 0)) == [])
    #expect(try kinds(("users/{id:Int}", 1), ("users/me", 0)) == [])
    #expect(try kinds(("a/{b}", 1), ("a/{b?}", 0)) == [])
    #expect(try kinds(("a/{b}", 1), ("a/{*b}", 0)) == [])
    #expect(try kinds(("kl://{*rest}", 1), ("a", 0)) == [])
    #expect(try kinds(("kl://{*rest}", 1), ("{kl,kf}://a", 0)) == [])
    #expect(try kinds(("users/{id}", 0), ("{*rest}", 0)) == [])
    #expect(try kinds(("{a}.{b}", 1), ("{c}.", 0), ("{c}", 0)) == [])
    #expect(try kinds(("{c}.tar.{d}", 1), ("{a}.{b}", 0)) == [])
    #expect(try kinds(("a{*r}", 1), ("a", 0), ("a/b", 0)) == [])
    #expect(try kinds(("a{*r}", 1), ("{x}b", 0), ("{*s}", 0)) == [])
    #expect(try kinds(("{a?}/b/{c?}", 1), ("x/{b?}", 0)) == [])
  }
}

/// The work that routes take, counted in steps: it grows with the routes and not with
/// their square.
@Suite struct RouteWorkTests {
  private func entries(_ count: Int, _ pattern: (Int) -> String) throws -> [RouteEntry<Int>] {
    try (0..<count).map { RouteEntry(try RoutePattern(pattern($0)), priority: $0, route: $0) }
  }

  @Test func `A lookup takes no more steps with a thousand priorities than with one`() throws {
    for pattern in ["kl://shop/item{number}/{id}", "kl://item{number}/list", "shop/{id}"] {
      let entries = try entries(1_000) {
        pattern.replacing("{number}", with: "\($0)").replacing("{id}", with: "{id\($0)}")
      }
      let table = RouteTable(entries)
      for address in ["kl://shop/item7/5", "kl://item7/list", "kl://shop/5", "kl://none/7"] {
        #expect(table.explain(try RouteAddress(address)).steps.count < 10)
      }
    }
  }

  @Test func `Routes of a thousand priorities are compared in a few steps each`() throws {
    for pattern in ["shop/item{number}/list", "item{number}", "shop", "shop/{id}"] {
      let entries = try entries(1_000) { pattern.replacing("{number}", with: "\($0)") }
      #expect(RouteTable(entries).compare(steps: 4_000).uncompared == 0)
    }
  }

  @Test func `Routes with too many comparisons are counted`() throws {
    let entries = try entries(200) { "shop/item\($0)-{id}" }
    #expect(RouteTable(entries).compare().uncompared == 0)
    let cut = RouteTable(entries).compare(steps: 2_020)
    // Ten are compared with all others, and none has a higher priority than the last.
    #expect(cut.uncompared == 189)
    #expect(cut.problems.isEmpty)
  }
}

@Suite struct RouteExplanationTests {
  private func explanation(_ address: String, _ patterns: String...) throws -> RouteExplanation {
    let table = RouteTable(try patterns.map { RouteEntry(try RoutePattern($0), route: 0) })
    return table.explain(try RouteAddress(address))
  }

  @Test func `The explanation of a miss has every step, near matches and suggestions`() throws {
    let explanation = try explanation(
      "kl://users/5/psots", "users/{id:Int}/posts", "users/{name}", "users/me/{x}", "teams")
    #expect(
      explanation.description == """
        'kl://users/5/psots' matches no route
          did you mean 'posts'?
          component 1, 'users', is a literal segment
          component 2, '5', is not a literal segment
          component 2, '5', fits '{:Int}'
          component 3, 'psots', is not a literal segment
          nothing below matches: back to component 2, '5',
          component 2, '5', is captured
          nothing below matches: back to component 2, '5',
          nothing below matches: back to component 1, 'users',
          nearest routes:
            'users/{id:Int}/posts': component 3 is 'psots' instead of 'posts'
            'users/{name}': the pattern ends before component 3, 'psots'
            'users/me/{x}': component 2 is '5' instead of 'me'
        """)
  }

  @Test func `A match is explained before the search for a higher priority goes on`() throws {
    let table = RouteTable(
      try [("a/b", 0), ("a/{x:Int}", 3), ("{y}/b", 1), ("{z}/c", 2)].map { pattern, priority in
        RouteEntry(try RoutePattern(pattern), priority: priority, route: 0)
      })
    let explanation = table.explain(try RouteAddress("/a/b"))
    #expect(explanation.match?.text == "{y}/b")
    #expect(
      explanation.narration == [
        "component 1, 'a', is a literal segment",
        "component 2, 'b', is a literal segment",
        "'a/b' matches",
        "another route may have a higher priority: back to component 2, 'b',",
        "component 2, 'b', does not fit '{:Int}'",
        "another route may have a higher priority: back to component 1, 'a',",
        "component 1, 'a', is captured",
        "component 2, 'b', is a literal segment",
        "'{y}/b' matches",
        "another route may have a higher priority: back to component 2, 'b',",
        "another route may have a higher priority: back to component 1, 'a',",
      ])
  }

  @Test func `A route of another scheme is named once`() throws {
    let table = RouteTable(
      try ["kl://a/b", "a/b"].map { RouteEntry(try RoutePattern($0), route: 0) })
    #expect(
      table.explain(try RouteAddress("kf://a/b")).narration == [
        "component 1, 'a', is a literal segment",
        "component 2, 'b', is a literal segment",
        "'kl://a/b' would match, but requires the scheme kl",
        "'a/b' matches",
      ])
  }

  @Test func `The explanation of a hit has the route and the runner-up`() throws {
    let explanation = try explanation("kl://a/1", "a/{x}", "a/{x:Int}", "kf://a/1", "a/{x:Bool}")
    #expect(explanation.match?.text == "a/{x:Int}")
    #expect(explanation.suggestions.isEmpty)
    #expect(
      explanation.candidates.map(\.description) == [
        "'a/{x}': it also matches, but 'a/{x:Int}' comes first",
        "'kf://a/1': the scheme is 'kl' and must be kf",
        "'a/{x:Bool}': component 2, '1', does not fit '{x:Bool}'",
      ])
    #expect(explanation.steps.last == .match(entry: 1))
  }

  @Test func `A mismatch of a split, a rest or an optional capture is explained`() throws {
    let explanation = try explanation(
      "/blog/a-b", "blog/{slug}-{id:Int}", "blog/c{*rest}", "{lang?}/blog/{page:Int}", "{x}/blog")
    #expect(
      explanation.candidates.map(\.description) == [
        "'blog/{slug}-{id:Int}': component 2, 'a-b', does not fit '{slug}-{id:Int}'",
        "'blog/c{*rest}': component 2, 'a-b', does not fit 'c{*rest}'",
        "'{lang?}/blog/{page:Int}': component 2 is 'a-b' instead of 'blog'",
        "'{x}/blog': component 2 is 'a-b' instead of 'blog'",
      ])
    #expect(
      explanation.steps.contains(
        .matcher(.rest(prefix: Array("c".utf8), name: ""), component: 1, false)))
    #expect(explanation.description.contains("component 2, 'a-b', does not fit 'c{*}'"))
    #expect(
      try self.explanation("/en/docs/x", "{lang?}/docs/{page?}", "{a}/{b?}/x").candidates.map(
        \.description) == [
          "'{a}/{b?}/x': it also matches, but '{lang?}/docs/{page?}' comes first"
        ])
  }

  @Test func `A missing component and a missing scheme are explained`() throws {
    #expect(
      try explanation("/a", "a/{b}/c", "a/img-{id}.png", "kl://a").candidates.map(\.description)
        == [
          "'a/{b}/c': the address ends where '{b}' must be",
          "'a/img-{id}.png': the address ends where 'img-{id}.png' must be",
          "'kl://a': the scheme is missing and must be kl",
        ])
  }

  @Test func `Suggestions are made only for near names`() throws {
    #expect(try explanation("kl://user/1", "users/{id}", "teams/{id}").suggestions == ["users"])
    #expect(try explanation("kl://xyz/1", "users/{id}", "teams/{id}").suggestions == [])
    #expect(try explanation("kl://USERS/1", "users/{id}").suggestions == ["users"])
  }
}
