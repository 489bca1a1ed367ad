/// The contracts of a graph by their source locations, as code names them by their functions.
struct DeclaredContracts {
  typealias Node = ModuleGraph.Node

  /// A function with `@KhalaCall`.
  struct Contract {
    let id: Node.ID
    let url: String
    let location: CodeLocation
    /// The base name of the function; `nil` if the record has none.
    let function: String?
  }

  /// The number of lines that may be between the attribute, at which a contract has its source
  /// location, and the name of its function.
  private static let longestHeader = 16

  /// The contracts of each file, by line.
  private let byFile: [String: [Contract]]
  private let byURL: [String: [Node.ID]]

  /// Sorts contracts.
  init(_ contracts: [Contract]) {
    byFile = Dictionary(grouping: contracts, by: \.location.fileID)
      .mapValues { $0.sorted { $0.location < $1.location } }
    byURL = Dictionary(grouping: contracts, by: \.url).mapValues { $0.map(\.id) }
  }

  /// Returns the contracts that a use names: by the source location of the function, otherwise
  /// by the URL.
  ///
  /// - Complexity: O(log *n*) in the contracts of the file.
  func contracts(usedBy use: ModuleGraph.Use) -> [Node.ID] {
    guard let place = use.declaration else { return byURL[use.name] ?? [] }
    let contracts = byFile[place.fileID] ?? []
    var low = 0
    var high = contracts.count
    while low < high {
      let middle = (low + high) / 2
      if contracts[middle].location.line <= place.line { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return [] }
    let contract = contracts[low - 1]
    guard place.line - contract.location.line <= Self.longestHeader else { return [] }
    let baseName = use.name.prefix { $0 != "(" }
    let isSame = contract.function.map { $0 == baseName } ?? true
    return isSame || use.name == contract.url ? [contract.id] : []
  }
}
