import RheaTime

// expected-error: cannot be declared at the top level of main.swift
#load { print(1) }
// expected-error: cannot be declared at the top level of main.swift
#rhea(time: "x") { _ in }

enum Home {
  #load { print(1) }
}
