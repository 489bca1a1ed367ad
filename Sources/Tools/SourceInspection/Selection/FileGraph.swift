/// The sources of a package with their references to each other.
///
/// A file is the unit of all decisions. A reference from any declaration of a file counts for all
/// of its declarations. The alternative was a graph of declarations. It needs the range of each
/// declaration and of each reference, including those in expansions of macros, and a mistake in one
/// of them omits a test.
package struct FileGraph: Sendable, Codable, Equatable {
  /// A reference from one file to another.
  package struct Use: Sendable, Codable, Equatable {
    /// The index of the file with the definition.
    package var file: Int
    /// The name of one of the symbols.
    package var symbol: String

    package init(_ file: Int, _ symbol: String) {
      self.file = file
      self.symbol = symbol
    }
  }

  /// A test function.
  package struct Test: Sendable, Codable, Equatable, Hashable {
    /// The names of the types around it, the outermost first.
    package var suites: [String]
    /// The name, without parameters.
    package var name: String
    /// The labels of the parameters, each with a colon.
    package var labels: String

    package init(_ suites: [String], _ name: String, labels: String = "") {
      self.suites = suites
      self.name = name
      self.labels = labels
    }
  }

  /// A source.
  package struct File: Sendable, Codable, Equatable {
    /// The path, relative to the package.
    package var path: String
    /// The name of its target.
    package var target: String
    /// The files with symbols to which it refers.
    package var uses: [Use] = []
    /// The files with the types to which it adds a conformance, or a member that the compiler calls.
    ///
    /// Code can depend on such a member without a reference to it.
    package var extendedFiles: [Int] = []
    /// A Boolean value that indicates whether it does so to a type of another package.
    package var extendsForeignType = false
    /// A Boolean value that indicates whether it refers to a function that starts a program, or to
    /// a C module of the package, which may call one.
    package var startsPrograms = false
    package var tests: [Test] = []
    /// The programs whose names are in its string literals, if no program contains the file.
    package var programs: [String] = []
    /// The types that implement the macros that it declares.
    package var macroTypes: [String] = []
    /// The modules of the toolkit whose macros it uses, which write records.
    package var recordKinds: Set<String> = []
    /// The modules of the toolkit to whose symbols it refers.
    package var toolkitUses: Set<String> = []
    /// The modules to whose records all of its tests are limited by the trait `.module("Name")` of
    /// BridgeTestSupport, or `nil` if a test is not limited.
    package var modulesOfTests: Set<String>?
    /// A Boolean value that indicates whether its code may read records outside the limits of a
    /// test.
    package var leavesModules = false
    /// A Boolean value that indicates whether a record of the file may run before `main`.
    package var runsAtLaunch = false

    package init(_ path: String, target: String) {
      self.path = path
      self.target = target
    }
  }

  package var files: [File] = []
  /// The files with the types that implement macros, by the name of the type.
  package var macroFiles: [String: [Int]] = [:]
  /// The declarations that changed files have lost, with the files that refer to such a name.
  ///
  /// The keys are the paths of the changed files.
  package var lost: [String: [Use]] = [:]
  /// The reasons why references may be missing, as sentences.
  package var gaps: [String] = []

  package init() {}
}

/// A package whose file graph is read.
package struct FileGraphRequest: Sendable, Codable {
  package var layout: PackageLayout
  /// The path of the index store.
  package var store: String
  /// The path of the toolchain's library that reads the store, or `nil` to search for it.
  package var library: String?
  /// The texts of changed files before the change, by their paths.
  package var previousTexts: [String: String]

  package init(
    layout: PackageLayout, store: String, library: String? = nil,
    previousTexts: [String: String] = [:]
  ) {
    self.layout = layout
    self.store = store
    self.library = library
    self.previousTexts = previousTexts
  }
}
