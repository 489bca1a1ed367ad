import Testing

@testable import KhalaRoutes

@Suite struct TypeSpellingTests {
  @Test(arguments: [
    ("Int", "Swift.Int"), ("Int?", "Optional<Int>"), ("Int?", "Swift.Optional<Swift.Int>"),
    ("[Int]", "Array<Int>"), ("[ Int ]", "[Int]"), ("Int!", "Int?"),
    ("[[Int]?]", "Array<Array<Int>?>"),
    ("[String:Any]", "Dictionary<String, Any>"), ("[String: Any]", "KhalaInfo"), ("Void", "()"),
    ("(Int)", "Int"), ("(Int, b: [String])", "( Int,b:Array<String> )"), ("any P", "P"),
    ("any P & Q", "Q & P"), ("Color", "Palette.Color"), ("[Color]", "[Palette.Color]"),
    ("Box<Color>.Inner", "Palette.Box<Palette.Color>.Inner"), ("URL", "FoundationEssentials.URL"),
    ("(Int) -> Void", "(Int)->()"),
    ("@Sendable (Int, String) async throws -> Int", "@Sendable (Int,String)async throws->Int"),
    ("@escaping (Int) -> Int", "(Int) -> Int"), ("((Int) -> Int)?", "Optional<(Int) -> Int>"),
    ("Color.Type", "Palette.Color.Type"), ("sending Int", "Int"), ("`Type`", "Type"),
    ("Inner", "M.(unknown context at $5f0).Inner"),
  ])
  func `Spellings of one type are equal`(row: (one: String, other: String)) {
    #expect(TypeSpelling(row.one).matches(TypeSpelling(row.other)))
    #expect(TypeSpelling(row.other).matches(TypeSpelling(row.one)))
  }

  @Test(arguments: [
    ("Int", "Int32"), ("Int", "Int?"), ("[Int]", "Int"), ("[Int]", "[String]"),
    ("(Int, Int)", "Int"),
    ("(a: Int, Int)", "(b: Int, Int)"), ("A.Color", "B.Color"), ("Box<Int>", "Box<String>"),
    ("Box<Int>", "Box"), ("(Int) -> Int", "(Int) async -> Int"),
    ("@Sendable () -> Int", "() -> Int"),
    ("P & Q", "P"), ("Color", "Color.Type"), ("[String: Int]", "[String: Any]"), ("x y", "xy z"),
    ("() -> Void", "(()) -> ()"),
  ])
  func `Different types are not equal`(row: (one: String, other: String)) {
    #expect(!TypeSpelling(row.one).matches(TypeSpelling(row.other)))
    #expect(!TypeSpelling(row.other).matches(TypeSpelling(row.one)))
  }

  @Test func `Types of this process are read from their source text`() {
    struct Inner {}
    func reflects<T>(_ type: T.Type, _ text: String) -> Bool {
      TypeSpelling(String(reflecting: type)).matches(TypeSpelling(text))
    }
    #expect(reflects(Int?.self, "Int?"))
    #expect(reflects([String: [Double]].self, "[String: [Double]]"))
    #expect(reflects((Int, String).self, "(Int, String)"))
    #expect(reflects(KhalaRouteMap.Route.self, "KhalaRouteMap.Route"))
    #expect(reflects([String: Any].self, "KhalaInfo"))
    #expect(reflects(Inner.self, "Inner"))
    #expect(reflects(Void.self, "Void"))
    #expect(reflects((any Error).self, "any Error"))
    #expect(reflects((@Sendable (Int) -> Void).self, "@Sendable (Int) -> Void"))
  }

  @Test func `The text of a type is its shortest equivalent`() {
    for text in [
      "Int", "[Int?]", "[String: [Int]]?", "(Int, b: Int)", "((Int) -> Int)?", "A.B<C>.D",
      "P & Q", "@Sendable (Int) async throws -> ()", "Color.Type",
    ] {
      #expect(TypeSpelling(text).text == text)
    }
  }
}
