import TaskKit

#task("LoadFeed", on: .didFinishLaunching, dependsOn: ["OpenStorage"]) {
  print("Feed: three episodes are loaded")
}
