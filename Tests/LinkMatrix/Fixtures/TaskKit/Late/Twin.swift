import TaskKit

// In a type, where the linker does not see that the name is taken.
enum Twin {
  #task("HostTask", on: .reserved1) { print("never") }
  #task("twin", on: .reserved1, after: ["GuestTask"]) { print("twin") }
}
