"""Makes and models of vehicles, which languages in Latin letters share."""

from __future__ import annotations

from memory.text.languages.base import PROPER
from memory.text.patterns import one

KNOWN_MAKE = (
    one(
        "Alfa Aprilia Astra Audi Bentley BMW Bugatti Buick Cadillac Chevrolet Chevy Chrysler Citroën Citroen "
        "Clio Corolla "
        "Corsa Cupra Dacia Daihatsu Dodge Ducati Enfield Ferrari Fiat Fiesta Ford Fusca Golf Harley Honda "
        "Hyundai Isuzu "
        "Jaguar Jeep Käfer Kawasaki Kia KTM Lada Lamborghini Lambretta Lancia Land_Rover Lexus Maserati Mazda "
        "Mercedes MG "
        "Mini Mitsubishi Nissan Opel Panda Passat Peugeot Piaggio Polo Porsche Prius Punto Renault Rolls Rover "
        "Saab Seat "
        "Simson Skoda Škoda Smart Subaru Suzuki Tesla Tiguan Toyota Trabant Trabi Triumph Twingo Ural Vauxhall Vespa "
        "Volkswagen Volvo VW Wartburg Yamaha Zastava"
    )
    + r"\b"
)
MAKE = rf"(?:{KNOWN_MAKE}|(?!(?-i:[A-Z]+\b)){PROPER})"
"""A known make, or another by its capital; what is all in capitals is something else."""
