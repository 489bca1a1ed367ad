// swift-tools-version: 6.1

import PackageDescription

// The real ServiceContextModule is in a package of its own, which nothing here names.
let package = Package(
  name: "swift-distributed-tracing",
  products: [.library(name: "Tracing", targets: ["Tracing"])],
  targets: [
    .target(name: "ServiceContextModule"),
    .target(name: "Instrumentation", dependencies: ["ServiceContextModule"]),
    .target(name: "Tracing", dependencies: ["Instrumentation", "ServiceContextModule"]),
  ]
)
