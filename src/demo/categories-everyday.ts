import type { CategorySource } from './category-source.ts';

/** What people buy again and again. */
export const EVERYDAY_CATEGORIES: readonly CategorySource[] = [
  {
    name: 'Beauty & Skincare',
    weight: 11,
    growth: 0.42,
    payment: 'everyday',
    basket: 'medium',
    lifts: { mothersDay: 1.1, doubleEleven: 2.6, fathersDay: 0.1 },
    related: ['Health & Wellness', "Women's Fashion", 'Household Cleaning'],
    brands: 'Snowskin/Hanabi Days/Essentique/Clearfair/LumiSkin/Aqualine/Herb Diary/Jade & Co/Mori Lab/Muko',
    variants: 'Classic/New Formula/Travel Set/Value Size/Twin Pack/Limited Edition',
    trait: 'skin: Combination/Dry/Sensitive/Oily',
    subs: `
      Face Masks | 10 | 99-899 | Sheet Mask/Sleeping Mask/Clay Mask/Eye Mask/Bubble Mask | Hydrating/Brightening/Soothing/Firming/Oil-Control
      Serums | 9 | 490-2980 | Serum/Ampoule/Facial Oil/Booster | Anti-Ageing/Brightening/Hydrating/Repairing/Pore-Refining
      Moisturisers | 8 | 350-2480 | Lotion/Cream/Gel Cream/Night Cream | Hydrating/Repairing/Anti-Ageing/Soothing/Lightweight | winter 0.5
      Sun Care | 6 | 280-1280 | Sunscreen Lotion/Sunscreen Spray/Sunscreen Stick/Sunscreen Gel | Lightweight/Tinted/Sweatproof/High SPF/Gentle | summer 1.6
      Make-up | 9 | 199-1680 | Lipstick/Foundation/Eyeshadow Palette/Mascara/Blush/Cushion Compact | Long-Lasting/Matte/Dewy/Full-Cover/Waterproof
      Cleansers | 6 | 180-990 | Cleansing Oil/Face Wash/Micellar Water/Cleansing Mousse | Gentle/Deep/Oil-Control/Hydrating/Exfoliating
      Fragrance | 4 | 690-4280 | Eau de Toilette/Body Mist/Solid Perfume/Reed Diffuser | Floral/Woody/Fruity/Fresh/Musk | christmas 1
      Hair Care | 6 | 190-1480 | Shampoo/Conditioner/Hair Mask/Hair Oil/Hair Colour | Repairing/Oil-Control/Volumising/Colour-Care/Anti-Dandruff
      Gift Sets | 3 | 990-4980 | Skincare Set/Make-up Set/Fragrance Set/Bath Set | Hydrating/Anti-Ageing/Brightening/Relaxing | mothersDay 4.5, lunarNewYear 2, christmas 2
    `,
  },
  {
    name: 'Snacks & Drinks',
    weight: 13,
    growth: 0.42,
    payment: 'everyday',
    basket: 'large',
    lifts: { ghostFestival: 0.9, lunarNewYear: 0.9, doubleEleven: 1.3 },
    related: ['Fresh & Frozen Food', 'Household Cleaning', 'Beauty & Skincare'],
    brands:
      "Hillside Pantry/Alitian/Granny Fu's/Dadaocheng Co/Sea Salt House/Daily Good/Kanraku/Teatown/Bean Village/Island Select/Kumo Foods",
    variants: 'Family Size/Snack Pack/Full Case/12 Pack/Bulk Pack/Single',
    trait: 'origin: Taiwan/Japan/Korea/Thailand/USA',
    subs: `
      Biscuits & Sweets | 10 | 39-399 | Biscuits/Gummies/Egg Rolls/Rice Crackers/Nougat | Low-Sugar/Wholegrain/Handmade/Gluten-Free/Kids
      Nuts & Dried Fruit | 7 | 99-799 | Mixed Nuts/Dried Mango/Cashews/Almonds/Dried Cranberries | Unsalted/Slow-Roasted/Daily Pack/No Added Sugar
      Tea | 6 | 120-1680 | High Mountain Oolong/Black Tea/Jasmine Green Tea/Oriental Beauty/Barley Tea | Cold-Brew/Caffeine-Free/Pyramid Bag/Loose-Leaf
      Coffee | 8 | 159-1280 | Drip Bag Coffee/Coffee Beans/Instant Coffee/Coffee Capsules | Medium Roast/Dark Roast/Light Roast/Decaf/Single-Origin
      Soft Drinks | 8 | 25-720 | Sparkling Water/Fruit Soda/Sports Drink/Iced Tea | Zero-Calorie/Unsweetened/Electrolyte/Juice | summer 1.5
      Instant Food | 9 | 35-599 | Instant Noodles/Dry Noodles/Instant Congee/Ready Meal | Spicy/Vegetarian/Non-Fried/Low-Sodium
      Hot Drinks | 5 | 89-690 | Cocoa Powder/Ginger Tea/Oat Drink/Almond Drink | High-Fibre/Warming/Unsweetened/High-Calcium | winter 1.4
      Seaweed & Jerky | 5 | 79-650 | Pork Jerky/Seaweed/Squid Strips/Beef Jerky | Original/Honey/Black Pepper/Low-Sodium
      Chocolate | 4 | 69-990 | Dark Chocolate/Truffles/Chocolate Bar/Filled Chocolate | Low-Sugar/High-Cocoa/Nut/Matcha | winter 0.5, christmas 1
      Gift Sets | 4 | 399-2280 | Mooncake Set/Pineapple Cake Set/Nut Set/Tea Set/Egg Yolk Pastry Set | Gifting/Low-Sugar/Vegetarian/Souvenir | midAutumn 7, lunarNewYear 6
    `,
  },
  {
    name: 'Home Appliances',
    weight: 5.5,
    growth: 0.3,
    payment: 'tech',
    basket: 'small',
    lifts: { mothersDay: 0.5, doubleEleven: 2.2, lunarNewYear: 0.4 },
    related: ['Home & Living', 'Consumer Electronics', 'Household Cleaning'],
    brands: 'Polaris/Morigi/Hanmori/Kazeo/Clearsky/Voltari/Hefeng/Sunpeak/Nordhus',
    variants: 'Flagship/Standard/Compact/Silent/Upgraded',
    trait: 'energy: Grade 1/Grade 2/Grade 3',
    subs: `
      Fans | 4 | 690-4990 | Stand Fan/Air Circulator/Tower Fan/Handheld Fan/DC Fan | Quiet/Energy-Saving/Remote/Timer | summer 6
      Air Conditioners | 2 | 9900-45900 | Split Air Conditioner/Window Air Conditioner/Portable Air Conditioner | Inverter/Heating & Cooling/Dehumidifying/Energy-Saving | summer 4
      Heaters | 0.9 | 890-6990 | Ceramic Heater/Oil Heater/Electric Blanket/Fan Heater | Fast-Heating/Thermostat/Tip-Over Safe/Timer | winter 20
      Dehumidifiers | 4 | 3990-16900 | Dehumidifier/Purifying Dehumidifier/Dry Cabinet | Energy-Saving/Quiet/Large-Room/Laundry-Drying
      Air Purifiers | 4 | 2490-14900 | Air Purifier/Desktop Purifier/Car Purifier | Formaldehyde/Anti-Allergy/Pet/Quiet | winter 0.6
      Rice Cookers | 5 | 990-6990 | Steam Cooker/Pressure Cooker/Rice Cooker/Multi-Cooker | Multi-Function/Energy-Saving/Quick/Stainless | winter 0.6, mothersDay 1
      Air Fryers & Ovens | 5 | 1290-7990 | Air Fryer/Oven/Steam Oven/Sandwich Maker | Large/Oil-Free/Smart/Easy-Clean | midAutumn 0.6
      Vacuum Cleaners | 5 | 1990-24900 | Cordless Vacuum/Robot Vacuum/Mite Vacuum/Handheld Vacuum | High-Power/Lightweight/Self-Emptying/Anti-Mite | lunarNewYear 1.2
      Hair Dryers | 4 | 590-9900 | Hair Dryer/Hair Straightener/Curling Iron | Ionic/Hair-Care/Quick-Dry/Foldable | mothersDay 1.6
      Washing Machines | 1.5 | 8900-38900 | Front-Load Washer/Top-Load Washer/Tumble Dryer | Inverter/Steam/Hygienic/Energy-Saving
    `,
  },
  {
    name: 'Mother & Baby',
    weight: 6.5,
    growth: -0.3,
    payment: 'family',
    basket: 'medium',
    lifts: { doubleEleven: 2.2 },
    related: ['Toys & Games', 'Household Cleaning', 'Fresh & Frozen Food'],
    brands: 'Little Elephant/Babylo/Gentle Mum/Tinytoes/Bear Hug/First Day/Mamoru/Sprout',
    variants: 'Case/Single Pack/Bundle/Extra Pack/Travel Pack',
    trait: 'age: 0-6 months/6-12 months/1-3 years/3 years and up',
    subs: `
      Nappies | 10 | 199-1890 | Taped Nappies/Nappy Pants/Night Nappies/Swim Nappies | Breathable/Ultra-Thin/Extra-Absorbent/Soft
      Milk Formula | 6 | 590-3290 | Infant Formula/Growing-Up Milk/Goat Milk Formula/Hydrolysed Formula | Probiotic/High-Calcium/Gentle/Organic
      Baby Food | 5 | 45-690 | Rice Rusks/Fruit Puree/Baby Congee/Baby Noodles | Salt-Free/Organic/Sugar-Free/Iron-Rich
      Strollers & Car Seats | 2 | 3990-22900 | Stroller/Car Seat/Baby Carrier/Booster Seat | Lightweight/Cabin-Size/360-Degree/One-Hand Fold
      Children's Clothing | 7 | 150-1290 | Bodysuit/Jacket/Outfit Set/Pyjamas/Socks | Cotton/Warm/Breathable/Organic Cotton
      Feeding | 5 | 120-4990 | Baby Bottle/Breast Pump/Steriliser/Pacifier | Anti-Colic/Quiet/Portable/Glass
      Baby Bath | 4 | 89-690 | Body Wash/Baby Wipes/Baby Lotion/Nappy Cream | Gentle/Fragrance-Free/Hydrating/Natural
      Gift Sets | 1.5 | 690-2990 | First Month Set/Baby Shower Set/Newborn Set | Cotton/Personalised/Organic Cotton
    `,
  },
  {
    name: 'Pet Supplies',
    weight: 6,
    growth: 0.8,
    payment: 'everyday',
    basket: 'medium',
    lifts: { doubleEleven: 1.7 },
    related: ['Household Cleaning', 'Home & Living', 'Snacks & Drinks'],
    brands: 'Meow Planet/Woof Village/Furry Kitchen/Pawly/Forest Paw/Wildfield/Whiskr/Good Fur Day',
    variants: 'Classic/Trial Pack/Bulk Pack/Single/Twin Pack/Extra Pack',
    trait: 'stage: Adult/Junior/Senior/All Ages',
    subs: `
      Cat Food | 10 | 159-2480 | Dry Cat Food/Wet Cat Food/Freeze-Dried Food/Cat Pouch | Grain-Free/Hairball/Hypoallergenic/Urinary Care/High-Protein
      Dog Food | 7 | 199-2980 | Dry Dog Food/Wet Dog Food/Fresh Dog Food/Freeze-Dried Food | Grain-Free/Hypoallergenic/Joint Care/High-Protein
      Cat Litter | 8 | 149-990 | Clay Litter/Tofu Litter/Pine Litter/Crystal Litter | Odour-Control/Low-Dust/Clumping/Flushable
      Treats | 7 | 49-590 | Puree Sticks/Dental Chews/Meat Strips/Freeze-Dried Treats | Dental/Grain-Free/Low-Fat/Hairball
      Toys | 3.5 | 59-790 | Teaser Wand/Scratch Board/Chew Toy/Puzzle Toy | Tough/Interactive/Catnip/Calming
      Outdoor | 3 | 190-3990 | Carrier/Leash/Harness/Pet Stroller | Breathable/Reflective/Foldable/No-Pull
      Supplements | 4 | 290-1980 | Pet Probiotic/Fish Oil/Lysine/Joint Tablets | Digestion/Coat Care/Immunity/Mobility
    `,
  },
  {
    name: 'Fresh & Frozen Food',
    weight: 7,
    growth: 0.6,
    payment: 'family',
    basket: 'large',
    lifts: { lunarNewYear: 1, doubleEleven: 0.9 },
    related: ['Snacks & Drinks', 'Household Cleaning', 'Home & Living'],
    brands:
      "Harbour Direct/Fieldside Farm/Good Pasture/Dongshan Kitchen/Purefresh/Hill & Sea/Grandma's Stove/Northcatch",
    variants: '300 g/500 g/1 kg/Twin Pack/Family Box/Sharing Pack',
    trait: 'origin: Taiwan/Australia/USA/Japan/Norway',
    subs: `
      Hot Pot | 7 | 89-899 | Hot Pot Meat Slices/Fish Ball Platter/Soup Base/Tofu Skin | Spicy/Herbal/Additive-Free/Seafood | winter 2.6
      Meat | 8 | 159-1980 | Steak/Pork Loin/Chicken Breast/Lamb Slices/Diced Beef | Whole-Cut/Vacuum-Packed/Sous-Vide/Low-Fat | midAutumn 1
      Seafood | 7 | 199-2680 | White Prawns/Salmon/Scallops/Sea Bream Fillet/Squid | Flash-Frozen/Boneless/Sashimi-Grade/Wild
      Barbecue Sets | 1 | 499-2980 | Moon Festival Barbecue Set/Surf & Turf Set/Skewers/Sausages | For 4/For 8/Pre-Marinated/Surf & Turf | midAutumn 25
      Fruit | 6 | 199-1680 | Irwin Mango/Apples/Grapes/Oranges/Pineapple | Traceable/Organic/Farm-Direct/Gift-Boxed | summer 0.6
      Vegetables | 5 | 79-690 | Vegetable Box/Frozen Broccoli/Mushrooms/Salad | Organic/Ready-to-Eat/Traceable/Pesticide-Free
      Frozen Snacks | 7 | 79-690 | Dumplings/Scallion Pancake/Steamed Buns/Pizza/Chicken Nuggets | Handmade/Vegetarian/Air-Fryer/No-Knead
      Ice Cream | 4 | 59-790 | Ice Cream/Ice Cream Bar/Ice Lolly/Shaved Ice | Low-Sugar/Whole-Milk/Plant-Based/Fruit | summer 2.4
      Gift Sets | 1.5 | 699-4980 | Seafood Set/Fruit Set/New Year Feast Set/Wagyu Set | Gifting/Farm-Direct/Premium | lunarNewYear 8, midAutumn 3
    `,
  },
  {
    name: 'Phone & PC Accessories',
    weight: 7,
    growth: 0.3,
    payment: 'young',
    basket: 'small',
    lifts: { schoolStart: 0.5, doubleEleven: 2 },
    related: ['Consumer Electronics', 'Camera & Photo', 'Car & Motorcycle'],
    brands: 'Jisoku/Kepler/Onebit/Lightspot/Zenvolt/Fingertip/Boltz/Blue Whale/Tidal',
    variants: 'Black/White/Twin Pack/Pro/Lite/2nd Gen',
    trait: 'compatible: iPhone/Android/USB-C/Windows/Mac',
    subs: `
      Phone Cases | 9 | 149-990 | Shockproof Case/Clear Case/Leather Case/Magnetic Case | Drop-Proof/Anti-Yellowing/Magnetic/Kickstand
      Chargers | 8 | 199-1980 | Fast Charger/Wireless Charger/Car Charger/Charging Stand | Fast-Charging/Multi-Port/Foldable/GaN
      Power Banks | 5 | 399-1990 | Power Bank/Magnetic Power Bank/Pocket Power Bank | Fast-Charging/Slim/High-Capacity/Built-In Cable
      Earphones | 7 | 290-5990 | Bluetooth Earphones/Wired Earphones/Bone Conduction Earphones/Gaming Headset | Noise-Cancelling/Waterproof/Low-Latency/Long-Battery
      Keyboards & Mice | 6 | 290-4990 | Mechanical Keyboard/Wireless Mouse/Keyboard & Mouse Set/Mouse Pad | Silent/Gaming/Ergonomic/Multi-Device
      Storage Devices | 4 | 199-6990 | Memory Card/USB Drive/External Hard Drive/Solid-State Drive | High-Speed/Shockproof/Encrypted/High-Capacity
      Cables & Adapters | 6 | 99-1290 | Charging Cable/Adapter/USB Hub/Video Cable | Braided/Fast-Charging/High-Speed/4K
      Screen Protectors | 6 | 99-890 | Glass Protector/Hydrogel Film/Lens Protector | Privacy/Blue-Light/Full-Cover/Matte
    `,
  },
  {
    name: 'Household Cleaning',
    weight: 8,
    growth: 0.3,
    payment: 'everyday',
    basket: 'large',
    lifts: { lunarNewYear: 0.8, doubleEleven: 1.4 },
    related: ['Home & Living', 'Snacks & Drinks', 'Mother & Baby'],
    brands: 'Daily White/Jingjing/Orange Oil Co/Soapy/Greenlife/Good Chores/Forest Breath/Soap Studio',
    variants: 'Refill/Case/3 Pack/Large/Single Bottle/Value Set',
    trait: 'scent: Unscented/Citrus/Tea Tree/Lavender',
    subs: `
      Tissue Paper | 10 | 99-1090 | Facial Tissue/Kitchen Towel/Toilet Roll/Moist Tissue | 3-Ply/No Brightener/Flushable/Extra-Thick
      Laundry | 9 | 129-899 | Laundry Liquid/Laundry Pods/Fabric Softener/Washing Powder | Antibacterial/Deodorising/Colour-Care/Anti-Mite
      Dishwashing | 5 | 59-590 | Washing-Up Liquid/Dishwasher Tablets/Fruit & Veg Wash | Grease-Cutting/Gentle/Food-Grade/Antibacterial
      Floor Care | 5 | 89-1290 | Floor Cleaner/Mop/Dust Wipes/Flat Mop | Antibacterial/Quick-Dry/Hands-Free/Electrostatic
      Disinfectants | 4 | 79-790 | Alcohol/Bleach/Antibacterial Spray/Wet Wipes | 75%/Hypochlorous/Food-Grade/Deodorising
      Bin Bags | 4 | 49-490 | Bin Bags/Food Waste Bags/Zip Bags | Extra-Thick/Scented/Drawstring/Biodegradable
      Pest & Damp Control | 4 | 69-690 | Mosquito Repellent/Moisture Absorber/Roach Trap/Electric Repeller | Non-Toxic/Long-Lasting/Natural/Hanging | summer 1.3
    `,
  },
  {
    name: 'Car & Motorcycle',
    weight: 3,
    growth: 0.1,
    payment: 'tech',
    basket: 'small',
    lifts: { fathersDay: 0.6, lunarNewYear: 0.6, doubleEleven: 1.3 },
    related: ['Phone & PC Accessories', 'Sports & Outdoors', 'Household Cleaning'],
    brands: 'Roadwalker/Motorix/Ironhorse/Gearon/Speedmaster/Windrider/Roadlab',
    variants: 'Standard/Upgraded/Twin Pack/For Cars/For Motorcycles',
    trait: 'fits: Car/Motorcycle/Universal',
    subs: `
      Engine Oil | 6 | 199-1690 | Full Synthetic Oil/Semi-Synthetic Oil/Gear Oil/Brake Fluid | Fuel-Saving/High-Temperature/Low-Viscosity/Long-Life
      Dash Cams | 4 | 1290-9990 | Front & Rear Dash Cam/Single Dash Cam/Motorcycle Dash Cam/Mirror Dash Cam | 4K/Night Vision/Speed Alert/Wi-Fi
      Helmets | 5 | 590-5990 | Full-Face Helmet/Three-Quarter Helmet/Half Helmet/Children's Helmet | Lightweight/Ventilated/UV-Proof/Sun-Visor
      Rain Gear | 4 | 199-1990 | Two-Piece Raincoat/Rain Poncho/Shoe Covers/Wiper Blades | Waterproof/Breathable/Reflective/Lightweight | summer 0.8
      Car Fragrance | 4 | 99-890 | Vent Fragrance/Fragrance Card/Odour Remover | Woody/Ocean/Anti-Smoke/Floral
      Car Wash | 4 | 99-1990 | Car Shampoo/Coating/Polisher/Drying Towel | Water-Repellent/No-Wipe/Glossy/Heavy-Duty | lunarNewYear 1.4
    `,
  },
];
