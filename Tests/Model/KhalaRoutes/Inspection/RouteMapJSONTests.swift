import KhalaRoutes
import Testing

@Suite struct RouteMapJSONTests {
  @Test func `Every map is read back equal`() throws {
    var maps = RandomRouteMaps(seed: 21)
    for _ in 0..<200 {
      let map = maps.map()
      #expect(try KhalaRouteMap(decoding: map.json()) == map)
    }
  }

  @Test func `Equal maps have equal texts, with sorted keys and without needless escapes`() throws {
    let map = KhalaDeclarations([ShopDeclarations.stock]).routes
    let small = KhalaRouteMap(version: 3, routes: [map.routes[0]])
    #expect(
      small.json() == """
        {
          "formatVersion" : 1,
          "routes" : [
            {
              "access" : "internal",
              "class" : "Stock",
              "function" : {
                "async" : false,
                "awaited" : true,
                "isolation" : "actor",
                "name" : "count",
                "parameters" : [
                  {
                    "required" : false,
                    "role" : "info",
                    "type" : "KhalaInfo"
                  }
                ],
                "property" : false,
                "result" : "Int",
                "throws" : false
              },
              "kind" : "function",
              "pattern" : "Stock/count",
              "place" : {
                "fileID" : "Warehouse/Stock.swift",
                "line" : 30
              },
              "priority" : 0,
              "schemes" : [

              ],
              "type" : "Stock"
            }
          ],
          "version" : 3
        }

        """)
  }

  @Test func `Markdown has a table for each class`() {
    let declared = KhalaDeclarations([ShopDeclarations.cart, ShopDeclarations.stock]).routes.routes
    let added = KhalaRouteMap.Route(
      kind: .runTime, pattern: "help/{*topic}", access: .external,
      location: CodeLocation(fileID: "App/Help.swift", line: 8))
    #expect(
      KhalaRouteMap(routes: declared + [added]).markdown() == """
        # Routes

        ## Cart

        `CartModule`, Checkout/Cart.swift:12

        | URL | function | priority | access |
        | --- | --- | --- | --- |
        | `{kl,https}://carts/{id:Int}` | `show(_ id: Int, _: KhalaClosure?)` | 2 | external |
        | `Cart/add` | `add(item: String, count: Int = 1) throws -> Int` | 0 | internal |
        | `Cart/show` | `show(_ id: Int, _: KhalaClosure?)` | 0 | external |
        | `Cart/total` | `total: Double` | 0 | internal |

        ## Stock

        `Stock`, Warehouse/Stock.swift:30

        | URL | function | priority | access | if |
        | --- | --- | --- | --- | --- |
        | `Stock/count` | `count(_: KhalaInfo) -> Int` | 0 | internal |  |
        | `Stock/reset` | `reset()` | 0 | internal | `DEBUG` |

        ## Added at run time

        | URL | function | priority | access | place |
        | --- | --- | --- | --- | --- |
        | `help/{*topic}` |  | 0 | external | App/Help.swift:8 |

        """)
  }
}
