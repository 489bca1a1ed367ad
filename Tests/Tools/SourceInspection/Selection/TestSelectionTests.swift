import Testing

@testable import SourceInspection

/// The selection of tests, on graphs that are written by hand.
@Suite struct TestSelectionTests {
  /// A package with a library, a program that contains it, and tests of both.
  private var layout = PackageLayout(
    path: "/package",
    targets: [
      .init("Shop", folder: "Sources/Shop", sources: ["Cart.swift", "Price.swift"]),
      .init("Money", folder: "Sources/Money", sources: ["Money.swift", "Money+Text.swift"]),
      .init(
        "app", type: "executable", folder: "Sources/app", sources: ["App.swift"],
        dependencies: ["Shop"]),
      .init(
        "Plugin", type: "macro", folder: "Sources/Plugin", sources: ["List.swift", "Add.swift"]),
      .init("C", folder: "Sources/C", sources: ["c.c"]),
      .init(
        "ShopTests", type: "test", folder: "Tests/Shop",
        sources: ["CartTests.swift", "PriceTests.swift", "AppTests.swift"],
        dependencies: ["Shop", "Money"]),
      .init(
        "MoneyTests", type: "test", folder: "Tests/Money", sources: ["MoneyTests.swift"],
        dependencies: ["Money"]),
    ])
  private var graph = FileGraph()

  init() {
    for target in layout.targets {
      for path in target.files where path.hasSuffix(".swift") {
        var file = FileGraph.File(path, target: target.name)
        if target.type == "test" {
          let name = path.split(separator: "/").last?.dropLast(6) ?? ""
          file.tests = [.init([String(name)], "`adds a price`"), .init([String(name)], "sums")]
        }
        graph.files.append(file)
      }
    }
    use("Shop/Cart.swift", "Shop/Price.swift", "Price")
    use("Tests/Shop/CartTests.swift", "Shop/Cart.swift", "Cart")
    use("Tests/Shop/PriceTests.swift", "Shop/Price.swift", "Price")
    use("Tests/Money/MoneyTests.swift", "Money/Money.swift", "Money")
  }

  private func index(_ path: String) -> Int {
    graph.files.firstIndex { $0.path.hasSuffix(path) } ?? -1
  }

  private mutating func use(_ user: String, _ used: String, _ symbol: String) {
    graph.files[index(user)].uses.append(.init(index(used), symbol))
  }

  private func selection(
    _ changed: String..., readings: [String: [String]] = [:]
  ) -> TestSelection {
    TestSelection(changing: changed, in: graph, of: layout, readings: readings)
  }

  private func files(
    _ changed: String..., readings: [String: [String]] = [:]
  ) -> [String] {
    TestSelection(changing: changed, in: graph, of: layout, readings: readings)
      .selected.map { String($0.file.dropFirst("Tests/".count).dropLast(".swift".count)) }
  }

  @Test func `A file that the description of a package lists twice is selected in both targets`() {
    var graph = graph
    graph.files.append(graph.files[index("Tests/Shop/CartTests.swift")])
    graph.files[graph.files.count - 1].target = "MoneyTests"
    let selection = TestSelection(
      changing: ["Sources/Shop/Cart.swift", "Tests/Shop/CartTests.swift"], in: graph, of: layout)
    #expect(Set(selection.selected.map(\.target)).contains("ShopTests"))
    #expect(selection.everythingBecause.isEmpty)
  }

  @Test func `A change reaches the tests that refer to it directly or indirectly`() {
    #expect(files("Sources/Shop/Cart.swift") == ["Shop/CartTests"])
    #expect(files("Sources/Shop/Price.swift") == ["Shop/CartTests", "Shop/PriceTests"])
    #expect(files("Tests/Money/MoneyTests.swift") == ["Money/MoneyTests"])
  }

  @Test func `A selected file has its tests, and a shortest path with reasons`() {
    let selection = selection("Sources/Shop/Price.swift")
    #expect(
      selection.selected.first?.tests == [
        "ShopTests.CartTests/`adds a price`", "ShopTests.CartTests/sums",
      ])
    #expect(
      selection.selected.first?.way == [
        "Sources/Shop/Price.swift", "Sources/Shop/Cart.swift (uses Price)",
        "Tests/Shop/CartTests.swift (uses Cart)",
      ])
    #expect(selection.lines.last == "4 of 8 tests run, 4 do not")
  }

  @Test mutating func `A program reaches the tests that can start it by its name`() {
    graph.files[index("Shop/AppTests.swift")].programs = ["app"]
    #expect(!files("Sources/Shop/Cart.swift").contains("Shop/AppTests"))
    graph.files[index("Shop/AppTests.swift")].startsPrograms = true
    #expect(files("Sources/Shop/Cart.swift") == ["Shop/CartTests", "Shop/AppTests"])
    #expect(files("Sources/app/App.swift") == ["Shop/AppTests"])
    #expect(files("Sources/Money/Money.swift") == ["Money/MoneyTests"])
  }

  @Test mutating func `A program that tests depend on but do not name reaches all of them`() {
    layout.targets[5].dependencies.append("app")
    #expect(
      files("Sources/app/App.swift") == ["Shop/CartTests", "Shop/PriceTests", "Shop/AppTests"])
  }

  @Test mutating func `An extension reaches tests that use the type and see the extension`() {
    let extending = index("Money/Money+Text.swift")
    graph.files[extending].extendedFiles = [index("Money/Money.swift")]
    use("Shop/Price.swift", "Money/Money.swift", "Money")
    #expect(
      files("Sources/Money/Money+Text.swift")
        == ["Shop/CartTests", "Shop/PriceTests", "Money/MoneyTests"])
    graph.files[extending].extendedFiles = [index("Shop/Price.swift")]
    #expect(files("Sources/Money/Money+Text.swift") == ["Shop/CartTests", "Shop/PriceTests"])
    layout.targets[5].dependencies = ["Shop"]
    #expect(files("Sources/Money/Money+Text.swift") == [])
  }

  @Test mutating func `An extension of a type of another package reaches all that import it`() {
    graph.files[index("Shop/Cart.swift")].extendsForeignType = true
    #expect(
      files("Sources/Shop/Cart.swift") == ["Shop/CartTests", "Shop/PriceTests", "Shop/AppTests"])
  }

  @Test mutating func `A macro reaches the tests of files that use it`() {
    graph.files[index("Money/Money.swift")].macroTypes = ["AddMacro"]
    graph.macroFiles["AddMacro"] = [index("Plugin/Add.swift")]
    use("Plugin/List.swift", "Plugin/Add.swift", "AddMacro")
    use("Plugin/Add.swift", "Shop/Price.swift", "Price")
    #expect(files("Sources/Plugin/Add.swift") == ["Money/MoneyTests"])
    #expect(
      files("Sources/Shop/Price.swift") == [
        "Shop/CartTests", "Shop/PriceTests", "Money/MoneyTests",
      ])
    // The list of macros may do more than list them.
    graph.files[index("Shop/Price.swift")].macroTypes = ["SubtractMacro"]
    #expect(
      files("Sources/Plugin/List.swift") == [
        "Shop/CartTests", "Shop/PriceTests", "Money/MoneyTests",
      ])
  }

  @Test mutating func `Records reach the tests that evaluate this kind in their process`() {
    graph.files[index("Shop/Cart.swift")].recordKinds = ["Khala"]
    graph.files[index("Shop/AppTests.swift")].toolkitUses = ["RheaTime"]
    graph.files[index("Money/MoneyTests.swift")].toolkitUses = ["Khala"]
    #expect(files("Sources/Shop/Cart.swift") == ["Shop/CartTests"])
    for module in ["Khala", "Bridge", "SectionRegistry"] {
      graph.files[index("Shop/AppTests.swift")].toolkitUses = [module]
      #expect(files("Sources/Shop/Cart.swift") == ["Shop/CartTests", "Shop/AppTests"])
    }
  }

  @Test mutating func `Records reach all tests that may evaluate them with another package`() {
    graph.files[index("Shop/Cart.swift")].recordKinds = ["Khala"]
    let shop = layout.targets.firstIndex { $0.name == "Shop" } ?? -1
    layout.targets[shop].products = ["Khala"]
    #expect(files("Sources/Shop/Cart.swift") == ["Shop/CartTests"])
    let test = layout.targets.firstIndex { $0.name == "ShopTests" } ?? -1
    for target in [shop, test] {
      layout.targets[target].products.append("BridgeTestSupport")
      #expect(
        files("Sources/Shop/Cart.swift") == ["Shop/CartTests", "Shop/PriceTests", "Shop/AppTests"])
      layout.targets[target].products.removeLast()
    }
  }

  @Test mutating func `Records reach a test that is limited to a module only from this module`() {
    let test = layout.targets.firstIndex { $0.name == "ShopTests" } ?? -1
    layout.targets[test].products = ["BridgeTestSupport"]
    for path in ["Shop/Cart.swift", "Money/Money.swift"] {
      graph.files[index(path)].recordKinds = ["Khala"]
    }
    graph.files[index("Shop/PriceTests.swift")].modulesOfTests = ["Money"]
    #expect(files("Sources/Shop/Cart.swift") == ["Shop/CartTests", "Shop/AppTests"])
    graph.files[index("Shop/AppTests.swift")].recordKinds = ["Khala"]
    for path in ["Sources/Money/Money.swift", "Tests/Shop/AppTests.swift"] {
      #expect(files(path).contains("Shop/PriceTests"))
    }
    graph.files[index("Shop/Price.swift")].leavesModules = true
    #expect(files("Sources/Shop/Cart.swift").contains("Shop/PriceTests"))
  }

  @Test mutating func `Code that runs at launch reaches all tests that contain it`() {
    graph.files[index("Shop/Cart.swift")].recordKinds = ["RheaTime"]
    graph.files[index("Shop/Cart.swift")].runsAtLaunch = true
    #expect(
      files("Sources/Shop/Cart.swift") == ["Shop/CartTests", "Shop/PriceTests", "Shop/AppTests"])
  }

  @Test mutating func `A lost declaration reaches the files that use its name`() {
    graph.lost["Sources/Shop/Old.swift"] = [.init(index("Shop/Cart.swift"), "total")]
    #expect(files("Sources/Shop/Old.swift") == ["Shop/CartTests"])
  }

  @Test func `A change that cannot be judged selects all tests`() {
    for path in [
      "Package.swift", "Package.resolved", "Sources/C/c.c", "Sources/Shop/Resources/a.json",
    ] {
      let selection = selection("Sources/Shop/Cart.swift", path)
      #expect(selection.count == selection.total)
      #expect(selection.everythingBecause.first?.contains("'\(path)'") == true)
      #expect(selection.filters == ["."])
    }
  }

  @Test mutating func `A gap in the index selects all tests`() {
    graph.gaps = ["the index does not cover 'A.swift'"]
    let selection = selection("Sources/Shop/Cart.swift")
    #expect(selection.count == 8)
    #expect(
      selection.lines == [
        "everything runs, because the index does not cover 'A.swift'", "8 of 8 tests run, 0 do not",
      ])
  }

  @Test func `A file that tests read reaches them`() {
    let readings = ["MoneyTests": ["Documentation/", "Sources/C/c.c"]]
    #expect(files("Documentation/Money.md", readings: readings) == ["Money/MoneyTests"])
    #expect(files("Sources/C/c.c", readings: readings) == ["Money/MoneyTests"])
    #expect(
      self.selection("Sources/Shop/Shop.docc/Shop.md").ignored == ["Sources/Shop/Shop.docc/Shop.md"]
    )
    let selection = selection("README.md", "Documentation/Money.md", readings: readings)
    #expect(selection.ignored == ["README.md"])
    #expect(
      selection.lines.contains {
        $0.hasPrefix("no target contains README.md, so no test is selected")
      })
  }

  @Test func `Of many files outside all targets, the first are named`() {
    let selection = TestSelection(
      changing: (1...9).map { ".build/\($0).o" }, in: graph, of: layout)
    #expect(selection.ignored.count == 9)
    #expect(
      selection.lines.contains {
        $0.hasPrefix(
          """
          no target contains .build/1.o, .build/2.o, .build/3.o, .build/4.o, .build/5.o, \
          4 more files, so no test is selected
          """)
      })
  }

  @Test mutating func `Filters name whole suites, and single tests of suites in several files`() {
    graph.files[index("Shop/PriceTests.swift")].tests = [
      .init([], "`Is it free?`"), .init(["CartTests"], "price"), .init(["Outer", "Inner"], "a"),
    ]
    #expect(
      selection("Sources/Shop/Cart.swift").filters == [
        #"^ShopTests\.CartTests/`adds a price`\("#, #"^ShopTests\.CartTests/sums\("#,
      ])
    #expect(
      selection("Sources/Shop/Price.swift").filters == [
        #"^ShopTests\.CartTests/"#, #"^ShopTests\.Outer/Inner/"#, #"^ShopTests\.`Is it free\?`\("#,
      ])
  }

  @Test(arguments: [
    ("adds", ["CartTests/`adds a price`", "PriceTests/`adds a price`"]),
    ("^ShopTests.CartTests/sums", ["CartTests/sums"]),
    ("PriceTests/sums$", ["PriceTests/sums"]),
    (#"sums\(\)"#, ["PriceTests/sums"]), (#"sums\(of:\)"#, ["CartTests/sums"]),
    ("CartTests.swift", ["CartTests/`adds a price`", "CartTests/sums"]),
    ("MoneyTests|AppTests", []),
  ])
  mutating func `A filter narrows the selection to the tests that match`(
    filter: String, tests: [String]
  ) throws {
    graph.files[index("Shop/CartTests.swift")].tests[1].labels = "of:"
    let selection = TestSelection(
      changing: ["Sources/Shop/Price.swift"], in: graph, of: layout,
      matching: [try TestFilter(filter)])
    #expect(selection.selected.flatMap(\.tests) == tests.map { "ShopTests.\($0)" })
    #expect(selection.unmatched == 4 - tests.count)
    #expect(selection.filters.isEmpty == tests.isEmpty)
  }

  @Test func `A test that one of several filters matches runs, and the output counts them`() throws
  {
    let selection = TestSelection(
      changing: ["Sources/Shop/Cart.swift"], in: graph, of: layout,
      matching: [try TestFilter("sums"), try TestFilter("Nothing")])
    #expect(selection.filters == [#"^ShopTests\.CartTests/sums\("#])
    #expect(
      selection.lines.suffix(2) == [
        "1 of 2 tests that the change can affect match 'sums' or 'Nothing'",
        "1 of 8 tests run, 7 do not",
      ])
  }

  @Test func `If all tests are selected, the filters decide alone`() throws {
    let selection = TestSelection(
      changing: ["Package.swift"], in: graph, of: layout, matching: [try TestFilter("sums")])
    #expect(selection.filters == ["sums"])
    #expect(selection.count == 4)
  }

  @Test mutating func `A file of another package selects all tests`() {
    layout.dependencies = [.init(path: "/package/Packages/Tax"), .init(path: "/"), .init()]
    for path in ["/Tax.swift", "../Tax.swift", "Packages/Tax/README.md"] {
      #expect(
        selection(path).everythingBecause == [
          "'\(path)' is in another package, whose sources are not read"
        ])
    }
    #expect(selection("Packages/Taxes.md").ignored == ["Packages/Taxes.md"])
  }
}
