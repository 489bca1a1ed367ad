/// The targets and products of a package, as `swift package describe --type json` prints them.
package struct PackageLayout: Sendable, Codable, Equatable {
  /// A target of the package.
  package struct Target: Sendable, Codable, Equatable {
    package var name: String
    /// The name in `import`.
    package var module: String
    /// The type, such as `library`, `executable`, `macro`, `plugin` or `test`.
    package var type: String
    /// The folder, relative to the package.
    package var folder: String
    /// The sources, relative to the folder.
    package var sources: [String]
    /// The names of the targets of this package that it depends on directly.
    package var dependencies: [String]
    /// The names of the products of other packages that it depends on directly.
    package var products: [String]

    private enum CodingKeys: String, CodingKey {
      case name, type, sources
      case module = "c99name"
      case folder = "path"
      case dependencies = "target_dependencies"
      case products = "product_dependencies"
    }

    package init(
      _ name: String, type: String = "library", folder: String, sources: [String],
      dependencies: [String] = [], products: [String] = []
    ) {
      self.name = name
      module = name
      self.type = type
      self.folder = folder
      self.sources = sources
      self.dependencies = dependencies
      self.products = products
    }

    package init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      module = try values.decode(String.self, forKey: .module)
      type = try values.decode(String.self, forKey: .type)
      folder = try values.decode(String.self, forKey: .folder)
      sources = try values.decode([String].self, forKey: .sources)
      dependencies = try values.decodeIfPresent([String].self, forKey: .dependencies) ?? []
      products = try values.decodeIfPresent([String].self, forKey: .products) ?? []
    }

    /// The paths of the sources, relative to the package.
    package var files: [String] { sources.map { "\(folder)/\($0)" } }
  }

  /// Another package that it depends on.
  package struct Dependency: Sendable, Codable, Equatable {
    /// The absolute path of a package that is a folder, `nil` of one with a version.
    package var path: String?

    package init(path: String? = nil) {
      self.path = path
    }
  }

  /// The absolute path of the package.
  package var path: String
  package var targets: [Target]
  package var dependencies: [Dependency]?

  package init(path: String, targets: [Target]) {
    self.path = path
    self.targets = targets
  }

  /// Returns whether a path, relative to this package or absolute, belongs to another package.
  func isInOtherPackage(_ path: String) -> Bool {
    let folders = (dependencies ?? []).compactMap(\.path).filter { $0.hasPrefix("\(self.path)/") }
    return path.hasPrefix("/") || path.hasPrefix("../")
      || folders.contains { "\(self.path)/\(path)".hasPrefix("\($0)/") }
  }

  /// Returns the names of a target and of its direct and indirect dependencies.
  ///
  /// Implementations of macros are omitted, because they run in the compiler.
  func closure(of name: String) -> Set<String> {
    let byName = Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var reached: Set<String> = [name]
    var pending = [name]
    while let next = pending.popLast() {
      for other in byName[next]?.dependencies ?? []
      where byName[other]?.type != "macro" && reached.insert(other).inserted {
        pending.append(other)
      }
    }
    return reached
  }

  /// The names of the targets that only tests contain, and of the tests themselves.
  var targetsOfTests: Set<String> {
    let programs = targets.filter { $0.type == "executable" }.map { closure(of: $0.name) }
    return Set(targets.map(\.name)).subtracting(programs.joined())
  }
}
