// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("Restaurant and Compy: who opens whose documents")
struct RestaurantScenarioTests {
  private let installation: Installation

  init() throws {
    installation = try Installation(core: .shipped)
    try installation.install(sample: "restaurant.json")
    for name in ["dinner.restaurantmenu", "week.foodlist"] {
      try installation.write("", to: "work/\(name)")
    }
  }

  private func preferred(_ words: String...) throws -> String? {
    try installation.run(["default"] + words).lines.first
  }

  @Test
  func opensItsOwnMenusAsTheirOwnerAndEditor() throws {
    let outcome = try installation.run("handlers", "dinner.restaurantmenu")
    #expect(
      outcome.lines == ["com.example.restaurant\tRestaurant\tEditor\tOwner\tclaim\t0\t-"])
    #expect(try preferred("dinner.restaurantmenu", "--role", "editor") == "com.example.restaurant")
    #expect(
      try installation.run("default", "dinner.restaurantmenu", "--role", "viewer").status == 1)
  }

  @Test
  func standsInForCompyUntilCompyArrives() throws {
    #expect(try preferred("week.foodlist") == "com.example.restaurant")
    #expect(
      try installation.run("handlers", "week.foodlist").lines
        == ["com.example.restaurant\tRestaurant\tViewer\tAlternate\tclaim\t0\t-"])

    try installation.install(sample: "compy.json")
    #expect(try preferred("week.foodlist") == "com.compy.food")
    let both = try installation.run("handlers", "week.foodlist").lines
    #expect(
      both == [
        "com.compy.food\tCompy Food\tEditor\tOwner\tclaim\t0\t-",
        "com.example.restaurant\tRestaurant\tViewer\tAlternate\tclaim\t0\t-",
      ])
    #expect(try preferred("week.foodlist", "--role", "viewer") == "com.example.restaurant")
    let reasons = try installation.run("why", "week.foodlist").text
    #expect(reasons.contains("opens with com.compy.food: the ranking decides"))
    #expect(reasons.contains("rule 3 before 'com.example.restaurant' by vetted owner"))

    try installation.remove(sample: "compy.json")
    #expect(try preferred("week.foodlist") == "com.example.restaurant")
    #expect(try installation.run("handlers", "week.foodlist").lines.count == 1)
  }

  @Test
  func aPersonsChoiceOutlivesBothComingAndGoing() throws {
    try installation.install(sample: "compy.json")
    try installation.run("default", "set", "week.foodlist", "com.example.restaurant")
    #expect(try preferred("week.foodlist") == "com.example.restaurant")
    try installation.remove(sample: "restaurant.json")
    #expect(try preferred("week.foodlist") == "com.compy.food")
    #expect(try installation.run("why", "week.foodlist").text.contains("which is on hold"))
    try installation.install(sample: "restaurant.json")
    #expect(try preferred("week.foodlist") == "com.example.restaurant")
    #expect(try installation.run("history").lines.count == 1, "only the person changed anything")
  }

  @Test
  func isToldBeforehandWhatCompyWouldChange() throws {
    let outcome = try installation.run(
      "register", "--dry-run", "\(Installation.sources)/Tests/Data/Samples/compy.json")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.first?.hasPrefix(
        "default\tcom.compy.foodlist\tcom.example.restaurant\tcom.compy.food\trule 3: ") == true)
    #expect(try preferred("week.foodlist") == "com.example.restaurant", "nothing is installed")
  }
}
