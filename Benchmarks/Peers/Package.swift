// swift-tools-version: 6.3

import PackageDescription

// Pharos beside the libraries that people use for the same. Their sources are not fetched: it
// builds with those whose folders are given. Start it by the script `run`, which says how.
let package = Package(
  name: "Peers",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ModularityKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "peers", dependencies: [.product(name: "Pharos", package: "ModularityKit")])
  ],
  swiftLanguageModes: [.v6]
)

let peers = [
  (variable: "OPENCOMBINE", package: "OpenCombine", products: ["OpenCombine"]),
  (variable: "RXSWIFT", package: "RxSwift", products: ["RxSwift", "RxRelay"]),
  (variable: "REACTIVESWIFT", package: "ReactiveSwift", products: ["ReactiveSwift"]),
]
for peer in peers {
  guard let folder = Context.environment[peer.variable] else { continue }
  package.dependencies.append(.package(name: peer.package, path: folder))
  package.targets[0].dependencies += peer.products.map {
    .product(name: $0, package: peer.package)
  }
}
